#include "relay/store/member_rows.h"

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

using journal::Database;
using journal::Statement;

constexpr char kSelect[] =
    "SELECT member, term, term_run, dispatches, is_marked, resynced_run, opened_run, store, "
    "store_sequence, host, boot, lock FROM member_links ";

// Reads a row of kSelect.
MemberRecord ReadMember(const Statement& row) {
  MemberRecord record;
  record.member = row.Text(0);
  record.term = row.Int(1);
  record.term_run = row.Text(2);
  record.dispatches = row.Int(3);
  record.is_marked = row.Int(4) != 0;
  record.resynced_run = row.Text(5);
  record.opened_run = row.Text(6);
  record.store = row.Text(7);
  record.store_sequence = row.Int(8);
  record.host = row.Text(9);
  record.boot = row.Text(10);
  record.lock = row.Text(11);
  return record;
}

absl::StatusOr<bool> Has(Statement& select) {
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
  return found;
}

}  // namespace

absl::Status InsertRun(Database& database, const std::string& run) {
  COLLIE_ASSIGN_OR_RETURN(Statement insert, database.Prepare("INSERT INTO relay_runs VALUES (?)"));
  return insert.Bind(1, run).Run();
}

absl::StatusOr<bool> HasRun(Database& database, const std::string& run) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare("SELECT 1 FROM relay_runs WHERE run = ?"));
  return Has(select.Bind(1, run));
}

absl::StatusOr<MemberRecord> FindMember(Database& database, const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare(absl::StrCat(kSelect, "WHERE member = ?")));
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Bind(1, member).Step());
  if (found) return ReadMember(select);
  MemberRecord fresh;
  fresh.member = member;
  return fresh;
}

absl::Status WriteMember(Database& database, const MemberRecord& record) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement replace,
      database.Prepare("REPLACE INTO member_links (member, term, term_run, dispatches, is_marked, "
                       "resynced_run, opened_run, store, store_sequence, host, boot, lock) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  return replace.Bind(1, record.member)
      .Bind(2, record.term)
      .Bind(3, record.term_run)
      .Bind(4, record.dispatches)
      .Bind(5, int64_t{record.is_marked})
      .Bind(6, record.resynced_run)
      .Bind(7, record.opened_run)
      .Bind(8, record.store)
      .Bind(9, record.store_sequence)
      .Bind(10, record.host)
      .Bind(11, record.boot)
      .Bind(12, record.lock)
      .Run();
}

absl::StatusOr<std::vector<MemberRecord>> LockedMembers(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare(absl::StrCat(kSelect, "WHERE lock <> ''")));
  std::vector<MemberRecord> locked;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return locked;
    locked.push_back(ReadMember(select));
  }
}

absl::Status MarkMembers(Database& database) {
  return database.Run("UPDATE member_links SET is_marked = 1");
}

absl::StatusOr<int64_t> CountDispatch(Database& database, const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement count,
      database.Prepare("INSERT INTO member_links (member, dispatches) VALUES (?, 1) "
                       "ON CONFLICT (member) DO UPDATE SET dispatches = dispatches + 1 "
                       "RETURNING dispatches"));
  COLLIE_RETURN_IF_ERROR(count.Bind(1, member).Step().status());
  const int64_t number = count.Int(0);
  COLLIE_RETURN_IF_ERROR(count.Run());
  return number;
}

absl::Status InsertReplacedBoot(Database& database, const std::string& member,
                                const std::string& boot) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT OR IGNORE INTO member_boots (member, boot) VALUES (?, ?)"));
  COLLIE_RETURN_IF_ERROR(insert.Bind(1, member).Bind(2, boot).Run());
  COLLIE_ASSIGN_OR_RETURN(
      Statement trim,
      database.Prepare("DELETE FROM member_boots WHERE member = ?1 AND sequence NOT IN (SELECT "
                       "sequence FROM member_boots WHERE member = ?1 ORDER BY sequence DESC "
                       "LIMIT 256)"));
  return trim.Bind(1, member).Run();
}

absl::StatusOr<bool> IsReplacedBoot(Database& database, const std::string& member,
                                    const std::string& boot) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT 1 FROM member_boots WHERE member = ? AND boot = ?"));
  return Has(select.Bind(1, member).Bind(2, boot));
}

absl::Status ForgetBoots(Database& database, const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(Statement remove,
                          database.Prepare("DELETE FROM member_boots WHERE member = ?"));
  return remove.Bind(1, member).Run();
}

}  // namespace collie::relay
