#include "relay/store/act_rows.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crew/receipt/timestamp.h"
#include "crew/status/status_macros.h"
#include "relay/store/unhealed.h"

namespace collie::relay {
namespace {

using journal::Database;
using journal::Statement;

constexpr char kColumns[] =
    "phase, attempt, fence_term, fence_number, payload, request, receipt, edge_store, epoch, "
    "address_id";

absl::Status Unreadable(const std::string& what) {
  return absl::DataLossError(absl::StrCat(
      "A stored ", what,
      " cannot be read: put a backup of the relay's store in its place, or move it away "
      "to begin an empty one."));
}

// Reads a row of kColumns.
absl::StatusOr<ActRecord> ReadRecord(const Statement& row) {
  ActRecord record;
  record.phase = static_cast<ActPhase>(row.Int(0));
  record.attempt = static_cast<int32_t>(row.Int(1));
  record.fence.set_term(row.Int(2));
  record.fence.set_number(row.Int(3));
  record.payload = row.Blob(4);
  if (!record.request.ParseFromString(row.Blob(5))) return Unreadable("request");
  if (!record.receipt.ParseFromString(row.Blob(6))) return Unreadable("receipt");
  record.edge_store = row.Text(7);
  record.epoch = row.Text(8);
  record.address_id = ids::AddressId(row.Text(9));
  return record;
}

bool IsUnhealed(const ActRecord& record) {
  return record.phase == ActPhase::kSettled && MayBecomeEffective(record);
}

// Binds what may change, from 1 to 14; the next position is 15.
void BindRecord(Statement& statement, const ActRecord& record) {
  const v1::Conversation& conversation = record.receipt.conversation();
  statement.Bind(1, conversation.member())
      .Bind(2, conversation.source())
      .Bind(3, conversation.pane())
      .Bind(4, static_cast<int64_t>(record.phase))
      .Bind(5, record.receipt.outcome())
      .Bind(6, record.attempt)
      .Bind(7, record.fence.term())
      .Bind(8, record.fence.number())
      .BindBlob(9, record.request.SerializeAsString())
      .BindBlob(10, record.receipt.SerializeAsString())
      .Bind(11, record.edge_store)
      .Bind(12, record.epoch)
      .Bind(13, record.address_id.value())
      .Bind(14, IsUnhealed(record) ? 1 : 0);
}

absl::StatusOr<std::vector<ActRecord>> ReadRecords(Statement& select) {
  std::vector<ActRecord> records;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return records;
    COLLIE_ASSIGN_OR_RETURN(ActRecord record, ReadRecord(select));
    records.push_back(std::move(record));
  }
}

}  // namespace

absl::Status InsertAct(Database& database, const ActRecord& record) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare(
          "INSERT INTO acts (member, source, pane, phase, outcome, attempt, fence_term, "
          "fence_number, request, receipt, edge_store, epoch, address_id, unhealed, request_id, "
          "accepted_at, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  BindRecord(insert, record);
  insert.Bind(15, record.receipt.request_id())
      .Bind(16, absl::ToUnixMillis(receipt::ToTime(record.receipt.accepted_at())))
      .BindBlob(17, record.payload);
  return insert.Run();
}

absl::Status RewriteAct(Database& database, const std::string& request_id,
                        const ActRecord& record) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement update,
      database.Prepare(
          "UPDATE acts SET member = ?, source = ?, pane = ?, phase = ?, outcome = ?, "
          "attempt = ?, fence_term = ?, fence_number = ?, request = ?, receipt = ?, "
          "edge_store = ?, epoch = ?, address_id = ?, unhealed = ? WHERE request_id = ?"));
  BindRecord(update, record);
  return update.Bind(15, request_id).Run();
}

absl::StatusOr<ActRecord> FindAct(Database& database, const std::string& request_id) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare(absl::StrCat("SELECT ", kColumns, " FROM acts WHERE request_id = ?")));
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Bind(1, request_id).Step());
  if (!found) {
    return absl::NotFoundError(absl::StrCat("There is no receipt of request '", request_id, "'."));
  }
  return ReadRecord(select);
}

absl::StatusOr<std::vector<ActRecord>> UnsettledActs(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare(absl::StrCat("SELECT ", kColumns,
                                                        " FROM acts WHERE phase <> 3 "
                                                        "ORDER BY sequence")));
  return ReadRecords(select);
}

absl::StatusOr<std::vector<ActRecord>> AcceptedActs(Database& database, const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare(absl::StrCat("SELECT ", kColumns,
                                                        " FROM acts WHERE phase = 1 AND member = ? "
                                                        "ORDER BY sequence")));
  return ReadRecords(select.Bind(1, member));
}

absl::StatusOr<std::vector<ActRecord>> OpenActs(Database& database, int most) {
  COLLIE_ASSIGN_OR_RETURN(Statement select, database.Prepare(absl::StrCat(
                                                "SELECT ", kColumns,
                                                " FROM acts WHERE phase = 3 AND outcome IN (2, 3) "
                                                "ORDER BY sequence DESC LIMIT ?")));
  select.Bind(1, most);
  return ReadRecords(select);
}

absl::StatusOr<std::vector<ActRecord>> UnhealedActs(Database& database, int64_t since_ms,
                                                    int most) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare(absl::StrCat("SELECT ", kColumns,
                                    " FROM acts WHERE unhealed = 1 AND accepted_at >= ? ORDER BY "
                                    "accepted_at DESC LIMIT ?")));
  select.Bind(1, since_ms).Bind(2, most);
  return ReadRecords(select);
}

absl::StatusOr<std::vector<v1::Receipt>> ListReceipts(Database& database,
                                                      const ReceiptQuery& query) {
  std::string sql = "SELECT receipt FROM acts WHERE ?1 >= 0";
  if (query.conversation) sql += " AND member = ?2 AND source = ?3 AND pane = ?4";
  if (!query.request_id.empty()) sql += " AND request_id = ?5";
  if (!query.before.empty()) {
    sql += " AND sequence < (SELECT sequence FROM acts WHERE request_id = ?6)";
  }
  if (!query.outcomes.empty()) {
    absl::StrAppend(&sql, " AND outcome IN (", absl::StrJoin(query.outcomes, ","), ")");
  }
  if (query.accepted_from) absl::StrAppend(&sql, " AND accepted_at >= ", *query.accepted_from);
  if (query.accepted_until) absl::StrAppend(&sql, " AND accepted_at < ", *query.accepted_until);
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare(sql + " ORDER BY sequence DESC LIMIT ?1"));
  select.Bind(1, query.limit);
  if (query.conversation) {
    select.Bind(2, query.conversation->member)
        .Bind(3, query.conversation->source)
        .Bind(4, query.conversation->pane);
  }
  if (!query.request_id.empty()) select.Bind(5, query.request_id);
  if (!query.before.empty()) select.Bind(6, query.before);
  std::vector<v1::Receipt> receipts;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return receipts;
    if (!receipts.emplace_back().ParseFromString(select.Blob(0))) return Unreadable("receipt");
  }
}

absl::StatusOr<int64_t> DeleteOldActs(Database& database, const journal::Horizon& older,
                                      int64_t most) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement remove,
      database.Prepare("DELETE FROM acts WHERE sequence IN (SELECT sequence FROM acts "
                       "WHERE phase = 3 AND accepted_at < ? AND counted_at < ? LIMIT ?)"));
  COLLIE_RETURN_IF_ERROR(
      remove.Bind(1, older.wall_ms).Bind(2, older.counted_ms).Bind(3, most).Run());
  return database.Changes();
}

}  // namespace collie::relay
