#include "edge/store/attempt_rows.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::edge {
namespace {

using journal::Database;
using journal::Statement;

constexpr char kSelect[] =
    "SELECT settled_as IS NOT NULL, acknowledged, address, epoch, command, result, "
    "begun_at FROM attempts ";

absl::Status Unreadable() {
  return absl::DataLossError(
      "A stored attempt cannot be read: put a backup of the edge's store in its place, or move it "
      "away to begin an empty one.");
}

// Reads a row of kSelect.
absl::StatusOr<AttemptRecord> ReadAttempt(const Statement& row) {
  AttemptRecord record;
  record.settled = row.Int(0) != 0;
  record.acknowledged = row.Int(1) != 0;
  record.address = ids::AgentAddress(row.Text(2));
  record.epoch = ids::Epoch(row.Text(3));
  if (!record.command.ParseFromString(row.Blob(4))) return Unreadable();
  if (!record.result.ParseFromString(row.Blob(5))) return Unreadable();
  record.begun_at_ms = row.Int(6);
  return record;
}

absl::StatusOr<std::vector<AttemptRecord>> ReadRows(Statement& select) {
  std::vector<AttemptRecord> records;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return records;
    COLLIE_ASSIGN_OR_RETURN(AttemptRecord record, ReadAttempt(select));
    records.push_back(std::move(record));
  }
}

absl::StatusOr<std::vector<AttemptRecord>> ReadAttempts(Database& database, const char* where,
                                                        const std::string* request_id = nullptr) {
  COLLIE_ASSIGN_OR_RETURN(Statement select, database.Prepare(absl::StrCat(kSelect, where)));
  if (request_id != nullptr) select.Bind(1, *request_id);
  return ReadRows(select);
}

}  // namespace

absl::Status InsertAttempt(Database& database, const AttemptRecord& record, int64_t begun_at_ms) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare(
          "INSERT INTO attempts (request_id, attempt, begun_at, settled_as, outcome, acknowledged, "
          "address, epoch, command, result, source) VALUES (?, ?, ?, NULL, 0, 0, ?, ?, ?, x'', "
          "?)"));
  return insert.Bind(1, record.command.request().request_id())
      .Bind(2, record.command.attempt())
      .Bind(3, begun_at_ms)
      .Bind(4, record.address.value())
      .Bind(5, record.epoch.value())
      .BindBlob(6, record.command.SerializeAsString())
      .Bind(7, record.command.request().conversation().source())
      .Run();
}

absl::Status SettleAttempt(Database& database, const v1::ActResult& result) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement settle,
      database.Prepare(
          "UPDATE attempts SET outcome = ?, result = ?, acknowledged = 0, settled_as = "
          "(SELECT COALESCE(MAX(settled_as), 0) + 1 FROM attempts) "
          "WHERE request_id = ? AND attempt = ?"));
  return settle.Bind(1, result.outcome())
      .BindBlob(2, result.SerializeAsString())
      .Bind(3, result.request_id())
      .Bind(4, result.attempt())
      .Run();
}

absl::StatusOr<AttemptRecord> FindAttempt(Database& database, const std::string& request_id,
                                          int32_t attempt) {
  COLLIE_ASSIGN_OR_RETURN(Statement select, database.Prepare(absl::StrCat(
                                                kSelect, "WHERE request_id = ? AND attempt = ?")));
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Bind(1, request_id).Bind(2, attempt).Step());
  if (found) return ReadAttempt(select);
  return absl::NotFoundError(
      absl::StrCat("There is no attempt ", attempt, " of request '", request_id, "'."));
}

absl::StatusOr<std::vector<AttemptRecord>> AttemptsOf(Database& database,
                                                      const std::string& request_id) {
  return ReadAttempts(database, "WHERE request_id = ? ORDER BY attempt", &request_id);
}

absl::StatusOr<int64_t> OtherActsSince(Database& database, const ids::RequestId& request_id,
                                       const ids::AgentAddress& address) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement count,
      database.Prepare("SELECT COUNT(*) FROM (SELECT DISTINCT request_id FROM attempts WHERE "
                       "address = ?1 AND request_id <> ?2 AND rowid > "
                       "(SELECT MIN(rowid) FROM attempts WHERE request_id = ?2) LIMIT 1000)"));
  COLLIE_RETURN_IF_ERROR(
      count.Bind(1, address.value()).Bind(2, request_id.value()).Step().status());
  return count.Int(0);
}

absl::StatusOr<std::vector<AttemptRecord>> AttemptsUnderWay(Database& database) {
  return ReadAttempts(database, "WHERE settled_as IS NULL ORDER BY request_id, attempt");
}

absl::StatusOr<bool> IsUnderWayElsewhere(Database& database, const ids::Epoch& epoch,
                                         const ids::SourceName& source) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT 1 FROM attempts WHERE settled_as IS NULL AND epoch = ?1 AND "
                       "(source < ?2 OR source > ?2) LIMIT 1"));
  return select.Bind(1, epoch.value()).Bind(2, source.value()).Step();
}

absl::StatusOr<std::vector<AttemptRecord>> AttemptsAfter(Database& database,
                                                         const std::string& request_id,
                                                         int32_t attempt, int most) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare(absl::StrCat(kSelect,
                                                        "WHERE (request_id, attempt) > (?, ?) "
                                                        "ORDER BY request_id, attempt LIMIT ?")));
  select.Bind(1, request_id).Bind(2, attempt).Bind(3, most);
  return ReadRows(select);
}

absl::StatusOr<std::vector<AttemptRecord>> AttemptsUnacknowledged(Database& database) {
  return ReadAttempts(database,
                      "WHERE acknowledged = 0 AND settled_as IS NOT NULL ORDER BY settled_as");
}

}  // namespace collie::edge
