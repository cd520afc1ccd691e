#include "relay/store/sqlite_member_store.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "crew/receipt/outcome.h"
#include "crew/status/status_macros.h"
#include "relay/members/held_act.h"
#include "relay/store/accepted_acts.h"
#include "relay/store/act_rows.h"
#include "relay/store/member_rows.h"
#include "relay/store/newest_write.h"

namespace collie::relay {
namespace {

using journal::Database;

// Stands for the store of an edge of which nothing is known any more.
constexpr char kForgottenStore[] = "forgotten";

absl::StatusOr<MemberOpened> TakeHello(Database& database, const std::string& run,
                                       const std::string& member, const v1::EdgeHello& hello,
                                       absl::Time now) {
  COLLIE_ASSIGN_OR_RETURN(MemberRecord record, FindMember(database, member));
  HelloFacts facts;
  facts.run = run;
  COLLIE_ASSIGN_OR_RETURN(facts.knows_relay_run, HasRun(database, hello.relay_run()));
  COLLIE_ASSIGN_OR_RETURN(facts.is_replaced_boot, IsReplacedBoot(database, member, hello.boot()));
  const MemberRecord before = record;
  MemberOpened opened;
  COLLIE_ASSIGN_OR_RETURN(opened.admission, Admit(hello, facts, record));
  if (!before.boot.empty() && before.boot != record.boot) {
    COLLIE_RETURN_IF_ERROR(InsertReplacedBoot(database, member, before.boot));
  }
  const bool opens = opened.admission.lock.empty() && !opened.admission.needs_resync;
  if (opens && record.opened_run != run) {
    COLLIE_RETURN_IF_ERROR(InterruptAccepted(database, member, now, opened.changed));
    record.opened_run = run;
  }
  // A disk that takes nothing keeps no edge out of which all is known.
  if (record != before) COLLIE_RETURN_IF_ERROR(WriteMember(database, record));
  return opened;
}

// A receipt that is new and definite is news to nobody.
bool IsNews(bool is_new, const ActRecord& record) {
  return !is_new || record.phase == ActPhase::kDispatched ||
         !receipt::IsDefinite(record.receipt.outcome());
}

absl::Status WriteHeld(Database& database, const v1::HeldAttempt& held,
                       const std::string& edge_store, absl::Time now,
                       std::vector<ActRecord>& changed) {
  const std::string& id = held.command().request().request_id();
  absl::StatusOr<ActRecord> stored = FindAct(database, id);
  if (!stored.ok() && !absl::IsNotFound(stored.status())) return stored.status();
  const bool is_new = !stored.ok();
  std::optional<ActRecord> record;
  if (!is_new) record = *std::move(stored);
  if (!TakeHeld(held, edge_store, now, record)) return absl::OkStatus();
  COLLIE_RETURN_IF_ERROR(is_new ? InsertAct(database, *record) : RewriteAct(database, id, *record));
  std::erase_if(changed, [&id](const ActRecord& one) { return one.receipt.request_id() == id; });
  if (IsNews(is_new, *record)) changed.push_back(*std::move(record));
  return absl::OkStatus();
}

absl::StatusOr<MemberOpened> TakeResync(Database& database, const std::string& run,
                                        const std::string& member, const v1::EdgeHello& hello,
                                        const std::vector<v1::HeldAttempt>& held, absl::Time now) {
  COLLIE_ASSIGN_OR_RETURN(MemberRecord record, FindMember(database, member));
  MemberOpened opened;
  for (const v1::HeldAttempt& attempt : held) {
    COLLIE_RETURN_IF_ERROR(
        WriteHeld(database, attempt, hello.store_incarnation(), now, opened.changed));
  }
  COLLIE_RETURN_IF_ERROR(InterruptAccepted(database, member, now, opened.changed));
  record.is_marked = false;
  record.resynced_run = hello.relay_run();
  record.dispatches = std::max(record.dispatches, hello.last_dispatch());
  record.opened_run = run;
  COLLIE_RETURN_IF_ERROR(WriteMember(database, record));
  opened.admission.term = record.term;
  opened.admission.lock = record.lock;
  return opened;
}

// What the edge that stays says it never did is no promise: it may be the one that was set back.
absl::Status ForgetStore(Database& database, const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> unsettled, UnsettledActs(database));
  for (ActRecord& record : unsettled) {
    if (record.receipt.conversation().member() != member) continue;
    if (record.phase != ActPhase::kDispatched) continue;
    record.edge_store = kForgottenStore;
    COLLIE_RETURN_IF_ERROR(RewriteAct(database, record.receipt.request_id(), record));
  }
  return absl::OkStatus();
}

absl::Status TakeUnlock(Database& database, const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(MemberRecord record, FindMember(database, member));
  if (record.lock.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("Member '", member, "' is not locked: nothing was changed."));
  }
  record.lock.clear();
  record.host.clear();
  record.boot.clear();
  record.store.clear();
  record.store_sequence = 0;
  record.is_marked = true;  // the other host may have carried out what this one does not hold
  COLLIE_RETURN_IF_ERROR(ForgetBoots(database, member));
  COLLIE_RETURN_IF_ERROR(ForgetStore(database, member));
  return WriteMember(database, record);
}

}  // namespace

void SqliteMemberStore::Hello(const std::string& member, const v1::EdgeHello& hello,
                              OpenedDone done) {
  WriteAsNewest<MemberOpened>(
      writer_, term_,
      [run = run_, member, hello, now = clock_.Wall()](Database& database) {
        return TakeHello(database, run, member, hello, now);
      },
      std::move(done));
}

void SqliteMemberStore::Resync(const std::string& member, const v1::EdgeHello& hello,
                               std::vector<v1::HeldAttempt> held, OpenedDone done) {
  WriteAsNewest<MemberOpened>(
      writer_, term_,
      [run = run_, member, hello, held = std::move(held), now = clock_.Wall()](Database& database) {
        return TakeResync(database, run, member, hello, held, now);
      },
      std::move(done));
}

void SqliteMemberStore::SawSequence(const ids::MemberId& member, const ids::StoreId& store,
                                    int64_t sequence) {
  // The result that told it is written right after, by the same commit.
  WriteAsNewest<bool>(
      writer_, term_,
      [member, store, sequence](Database& database) -> absl::StatusOr<bool> {
        COLLIE_ASSIGN_OR_RETURN(MemberRecord record, FindMember(database, member.value()));
        if (record.store != store.value() || record.store_sequence >= sequence) return false;
        record.store_sequence = sequence;
        COLLIE_RETURN_IF_ERROR(WriteMember(database, record));
        return true;
      },
      [](absl::StatusOr<bool> written) {
        if (!written.ok()) log::Warn("store", written.status());
      },
      &journal::GroupCommit::EnqueueShared);
}

absl::Status SqliteMemberStore::MarkAll() {
  return RunAsNewest([](Database& database) { return MarkMembers(database); });
}

absl::Status SqliteMemberStore::Unlock(const std::string& member) {
  return RunAsNewest([&member](Database& database) { return TakeUnlock(database, member); });
}

absl::StatusOr<std::vector<LockedMember>> SqliteMemberStore::Locked() {
  std::vector<LockedMember> locked;
  COLLIE_RETURN_IF_ERROR(RunAsNewest([&locked](Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(std::vector<MemberRecord> found, LockedMembers(database));
    for (MemberRecord& record : found) locked.push_back({record.member, record.lock});
    return absl::OkStatus();
  }));
  return locked;
}

absl::Status SqliteMemberStore::RunAsNewest(journal::GroupCommit::Change change) {
  return writer_.Run([&](Database& database) -> absl::Status {
    COLLIE_RETURN_IF_ERROR(DemandNewest(database, term_));
    return change(database);
  });
}

}  // namespace collie::relay
