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

absl::StatusOr<std::optional<RosterMember>> Find(Database& database, const std::string& pin) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement find, database.Prepare(absl::StrCat(kColumns, "WHERE pin = ? AND removed = 0")));
  COLLIE_ASSIGN_OR_RETURN(bool found, find.Bind(1, std::string_view(pin)).Step());
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
  members_.push_back(std::move(member));
}

absl::StatusOr<RosterMember> Roster::Enroll(const std::string& label, const std::string& pin,
                                            bool ephemeral) {
  RosterMember member;
  member.label = label;
  member.pin = pin;
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
        bool device, Has(database, "SELECT 1 FROM device WHERE pin = ? AND revoked = 0", pin));
    if (device) return absl::AlreadyExistsError("This key is a device's: join with a new key.");
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
  auto found = std::find_if(members_.begin(), members_.end(),
                            [&](const RosterMember& one) { return one.id == member; });
  if (found == members_.end() || found->removed) return;
  found->removed = true;
  by_pin_.erase(found->pin);
}

std::optional<RosterMember> Roster::ByPin(std::string_view pin) const {
  absl::MutexLock lock(&mu_);
  auto found = by_pin_.find(std::string(pin));
  if (found == by_pin_.end()) return std::nullopt;
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
