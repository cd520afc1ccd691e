#include "relay/access/roster.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/journal/database.h"
#include "crew/status/status_macros.h"
#include "relay/access/access_store.h"
#include "relay/access/member_id.h"

namespace collie::relay {
namespace {

using journal::Database;
using journal::Statement;

constexpr char kColumns[] = "SELECT id, label, pin, ephemeral, enrolled_at, removed FROM member ";
constexpr int kMostMints = 16;
constexpr char kRevoked[] = "SELECT 1 FROM revoked_key WHERE pin = ?";
constexpr char kNoToken[] =
    "This token opens nothing: it was used, its time is over, or a newer one took its place. Run "
    "`collie crew unlock` again.";

RosterMember Row(const Statement& row) {
  return {.id = row.Text(0),
          .label = row.Text(1),
          .pin = row.Text(2),
          .ephemeral = row.Int(3) != 0,
          .enrolled_at = absl::FromUnixMillis(row.Int(4)),
          .removed = row.Int(5) != 0};
}

absl::StatusOr<bool> Has(Database& database, const char* sql, const std::string& value) {
  COLLIE_ASSIGN_OR_RETURN(Statement statement, database.Prepare(sql));
  statement.Bind(1, std::string_view(value));
  return statement.Step();
}

// Stands where a member has no key; no key has a pin like it.
std::string NoPin(const ids::MemberId& member) { return absl::StrCat("none:", member.value()); }

absl::Status Revoke(Database& database, const ids::MemberId& member) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement keep,
      database.Prepare("INSERT OR IGNORE INTO revoked_key SELECT pin, id FROM member WHERE id = ?1 "
                       "AND removed = 0 AND pin <> ?2"));
  COLLIE_RETURN_IF_ERROR(keep.Bind(1, member.value()).Bind(2, NoPin(member)).Run());
  COLLIE_ASSIGN_OR_RETURN(
      Statement revoke,
      database.Prepare("UPDATE member SET pin = ?2 WHERE id = ?1 AND removed = 0"));
  COLLIE_RETURN_IF_ERROR(revoke.Bind(1, member.value()).Bind(2, NoPin(member)).Run());
  if (database.Changes() == 1) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("No member '", member.value(), "'."));
}

absl::Status CheckFree(Database& database, const ids::Pin& pin) {
  for (const char* taken : {kRevoked, "SELECT 1 FROM member WHERE pin = ? AND removed = 0",
                            "SELECT 1 FROM device WHERE pin = ? AND revoked = 0"}) {
    COLLIE_ASSIGN_OR_RETURN(bool found, Has(database, taken, pin.value()));
    if (found) return absl::AlreadyExistsError("This key was used before: join with a new key.");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<RosterMember>> Find(Database& database, const ids::Pin& pin) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement find, database.Prepare(absl::StrCat(kColumns, "WHERE pin = ? AND removed = 0")));
  COLLIE_ASSIGN_OR_RETURN(bool found, find.Bind(1, std::string_view(pin.value())).Step());
  if (!found) return std::nullopt;
  return Row(find);
}

absl::StatusOr<std::string> FreeId(Database& database, const std::string& label,
                                   ids::RandomSource& random) {
  for (int i = 0; i < kMostMints; ++i) {
    std::string id = MintMemberId(label, random);
    COLLIE_ASSIGN_OR_RETURN(bool taken, Has(database, "SELECT 1 FROM member WHERE id = ?", id));
    if (!taken) return id;
  }
  return absl::UnavailableError("No free member id was found for this label: try another label.");
}

absl::Status Insert(Database& database, const RosterMember& member) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT INTO member (id, label, pin, ephemeral, enrolled_at) "
                       "VALUES (?, ?, ?, ?, ?)"));
  return insert.Bind(1, std::string_view(member.id))
      .Bind(2, std::string_view(member.label))
      .Bind(3, std::string_view(member.pin))
      .Bind(4, int64_t{member.ephemeral})
      .Bind(5, absl::ToUnixMillis(member.enrolled_at))
      .Run();
}

absl::Status ReadAll(Database& database, std::vector<RosterMember>& members) {
  COLLIE_ASSIGN_OR_RETURN(Statement all,
                          database.Prepare(absl::StrCat(kColumns, "ORDER BY rowid")));
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool more, all.Step());
    if (!more) return absl::OkStatus();
    members.push_back(Row(all));
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Roster>> Roster::Load(journal::GroupCommit& store,
                                                     ids::RandomSource& random,
                                                     const clock::Clock& clock) {
  std::vector<RosterMember> members;
  COLLIE_RETURN_IF_ERROR(
      store.Run([&members](Database& database) { return ReadAll(database, members); }));
  std::unique_ptr<Roster> roster(new Roster(store, random, clock));
  absl::MutexLock lock(&roster->mu_);
  for (RosterMember& member : members) roster->AddLocked(std::move(member));
  return roster;
}

void Roster::AddLocked(RosterMember member) {
  if (!member.removed) by_pin_[member.pin] = members_.size();
  by_id_[member.id] = members_.size();
  members_.push_back(std::move(member));
}

absl::StatusOr<RosterMember> Roster::Enroll(const std::string& label, const ids::Pin& pin,
                                            bool ephemeral) {
  RosterMember member;
  member.label = label;
  member.pin = pin.value();
  member.ephemeral = ephemeral;
  member.enrolled_at = clock_.Wall();
  bool is_new = false;
  auto change = [&](Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(std::optional<RosterMember> there, Find(database, pin));
    if (there.has_value()) {
      member = *std::move(there);
      return absl::OkStatus();
    }
    COLLIE_ASSIGN_OR_RETURN(
        bool device,
        Has(database, "SELECT 1 FROM device WHERE pin = ? AND revoked = 0", pin.value()));
    if (device) return absl::AlreadyExistsError("This key is a device's: join with a new key.");
    COLLIE_ASSIGN_OR_RETURN(bool revoked, Has(database, kRevoked, pin.value()));
    if (revoked) {
      return absl::PermissionDeniedError(
          "This host's key was revoked, since two hosts used it: run `collie crew rejoin` with the "
          "token of `collie crew unlock`.");
    }
    COLLIE_ASSIGN_OR_RETURN(member.id, FreeId(database, label, random_));
    is_new = true;
    return Insert(database, member);
  };
  auto apply = [&] {
    absl::MutexLock lock(&mu_);
    if (is_new) AddLocked(member);
  };
  COLLIE_RETURN_IF_ERROR(CommitThen(store_, change, apply));
  return member;
}

absl::Status Roster::Remove(const std::string& member) {
  auto change = [&](Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(Statement remove,
                            database.Prepare("UPDATE member SET removed = 1 WHERE id = ?"));
    COLLIE_RETURN_IF_ERROR(remove.Bind(1, std::string_view(member)).Run());
    if (database.Changes() == 1) return absl::OkStatus();
    return absl::NotFoundError(
        absl::StrCat("No member '", member, "': see `collie crew members`."));
  };
  COLLIE_RETURN_IF_ERROR(CommitThen(store_, change, [&] { MarkRemoved(member); }));
  std::vector<Removed> callbacks;
  {
    absl::MutexLock lock(&mu_);
    callbacks = callbacks_;
  }
  for (const Removed& callback : callbacks) callback(member);
  return absl::OkStatus();
}

void Roster::MarkRemoved(const std::string& member) {
  absl::MutexLock lock(&mu_);
  const auto found = by_id_.find(member);
  if (found == by_id_.end() || members_[found->second].removed) return;
  members_[found->second].removed = true;
  by_pin_.erase(members_[found->second].pin);
}

absl::Status Roster::RevokeKey(const ids::MemberId& member, const ids::TokenHash& token_hash,
                               absl::Duration life) {
  auto change = [&](Database& database) -> absl::Status {
    COLLIE_RETURN_IF_ERROR(Revoke(database, member));
    COLLIE_ASSIGN_OR_RETURN(Statement token,
                            database.Prepare("REPLACE INTO rejoin VALUES (?, ?, ?)"));
    return token.Bind(1, member.value())
        .Bind(2, token_hash.value())
        .Bind(3, absl::ToUnixMillis(clock_.Wall() + life))
        .Run();
  };
  return CommitThen(store_, change, [&] {
    ChangePin(member, ids::Pin());
    absl::MutexLock lock(&mu_);
    token_ends_[token_hash] = clock_.Now() + life;
  });
}

absl::StatusOr<ids::MemberId> Roster::FindToken(Database& database,
                                                const ids::TokenHash& token_hash) const {
  COLLIE_ASSIGN_OR_RETURN(
      Statement find,
      database.Prepare("SELECT member FROM rejoin WHERE token_hash = ? AND expires_at > ?"));
  find.Bind(1, token_hash.value()).Bind(2, absl::ToUnixMillis(clock_.Wall()));
  COLLIE_ASSIGN_OR_RETURN(bool found, find.Step());
  if (!found) return absl::PermissionDeniedError(kNoToken);
  absl::MutexLock lock(&mu_);
  const auto end = token_ends_.find(token_hash);
  const bool is_over = end != token_ends_.end() && end->second <= clock_.Now();
  if (is_over) return absl::PermissionDeniedError(kNoToken);
  return ids::MemberId(find.Text(0));
}

absl::StatusOr<ids::MemberId> Roster::MemberOfToken(const ids::TokenHash& token_hash) {
  ids::MemberId member;
  COLLIE_RETURN_IF_ERROR(store_.Run([&](Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(member, FindToken(database, token_hash));
    return absl::OkStatus();
  }));
  return member;
}

absl::StatusOr<RosterMember> Roster::Rejoin(const ids::TokenHash& token_hash, const ids::Pin& pin) {
  ids::MemberId member;
  auto change = [&](Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(member, FindToken(database, token_hash));
    COLLIE_RETURN_IF_ERROR(CheckFree(database, pin));
    COLLIE_ASSIGN_OR_RETURN(
        Statement give, database.Prepare("UPDATE member SET pin = ? WHERE id = ? AND removed = 0"));
    COLLIE_RETURN_IF_ERROR(give.Bind(1, pin.value()).Bind(2, member.value()).Run());
    if (database.Changes() != 1) return absl::PermissionDeniedError(kNoToken);
    COLLIE_ASSIGN_OR_RETURN(Statement spend,
                            database.Prepare("DELETE FROM rejoin WHERE member = ?"));
    return spend.Bind(1, member.value()).Run();
  };
  COLLIE_RETURN_IF_ERROR(CommitThen(store_, change, [&] { ChangePin(member, pin); }));
  if (auto joined = ByPin(pin.value()); joined.has_value()) return *std::move(joined);
  return absl::NotFoundError("The member was removed meanwhile.");
}

// An empty pin: the member has no key.
void Roster::ChangePin(const ids::MemberId& member, const ids::Pin& pin) {
  absl::MutexLock lock(&mu_);
  const auto found = by_id_.find(member.value());
  if (found == by_id_.end() || members_[found->second].removed) return;
  RosterMember& one = members_[found->second];
  by_pin_.erase(one.pin);
  one.pin = pin.empty() ? NoPin(member) : pin.value();
  if (!pin.empty()) by_pin_[pin.value()] = found->second;
}

std::optional<RosterMember> Roster::ByPin(std::string_view pin) const {
  absl::MutexLock lock(&mu_);
  auto found = by_pin_.find(std::string(pin));
  if (found == by_pin_.end()) return std::nullopt;
  return members_[found->second];
}

std::optional<RosterMember> Roster::ById(std::string_view member) const {
  absl::MutexLock lock(&mu_);
  const auto found = by_id_.find(std::string(member));
  if (found == by_id_.end() || members_[found->second].removed) return std::nullopt;
  return members_[found->second];
}

std::vector<RosterMember> Roster::List() const {
  absl::MutexLock lock(&mu_);
  std::vector<RosterMember> list;
  std::copy_if(members_.begin(), members_.end(), std::back_inserter(list),
               [](const RosterMember& member) { return !member.removed; });
  return list;
}

void Roster::OnRemoved(Removed callback) {
  absl::MutexLock lock(&mu_);
  callbacks_.push_back(std::move(callback));
}

}  // namespace collie::relay
