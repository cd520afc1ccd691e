#include "edge/store/sqlite_edge_store.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "crew/receipt/outcome.h"
#include "crew/retention/share.h"
#include "crew/status/status_macros.h"
#include "edge/store/attempt_rows.h"
#include "edge/store/edge_schema.h"
#include "edge/store/fence_rows.h"
#include "edge/store/standing_rows.h"

namespace collie::edge {
namespace {

using ids::ConversationKey;
using journal::Database;
using journal::Statement;

// As many as there can be, at once, however many there are.
constexpr char kMostAttempts[] =
    "SELECT COALESCE((SELECT MAX(rowid) FROM attempts) - (SELECT MIN(rowid) FROM attempts) + 1, 0)";

// What the first transaction of a start finds.
struct Start {
  std::string incarnation;
  StoreStanding standing;
  int64_t floor = 0;
  std::optional<journal::ServiceTime> service;
};

absl::StatusOr<std::string> FindIncarnation(Database& database, ids::RandomSource& random) {
  COLLIE_ASSIGN_OR_RETURN(Statement select, database.Prepare("SELECT incarnation FROM store"));
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
  if (found) return select.Text(0);
  std::string minted = random.Hex(16);
  COLLIE_ASSIGN_OR_RETURN(
      Statement insert,
      database.Prepare("INSERT INTO store (only_row, incarnation) VALUES (1, ?)"));
  COLLIE_RETURN_IF_ERROR(insert.Bind(1, minted).Run());
  return minted;
}

// Rule 20: what a crash left without an outcome.
v1::ActResult Interrupted(const v1::Command& command, bool is_second) {
  v1::ActResult result;
  result.set_request_id(command.request().request_id());
  result.set_attempt(command.attempt());
  result.set_state(v1::ATTEMPT_STATE_DONE);
  result.set_outcome(is_second ? v1::OUTCOME_MAYBE_APPLIED : v1::OUTCOME_UNKNOWN);
  result.set_posts(is_second ? 2 : 1);
  result.set_detail("The edge ended while this was under way: look at the conversation.");
  return result;
}

absl::Status BeginStart(Database& database, ids::RandomSource& random, Start& start) {
  COLLIE_ASSIGN_OR_RETURN(start.incarnation, FindIncarnation(database, random));
  COLLIE_ASSIGN_OR_RETURN(start.standing, ReadStanding(database));
  COLLIE_ASSIGN_OR_RETURN(const int64_t highest, HighestTerm(database));
  start.floor = start.standing.highest_term;
  start.standing.highest_term = std::max(start.floor, highest);
  COLLIE_ASSIGN_OR_RETURN(std::vector<AttemptRecord> found, AttemptsUnderWay(database));
  for (const AttemptRecord& record : found) {
    const v1::Command& command = record.command;
    COLLIE_ASSIGN_OR_RETURN(const std::vector<AttemptRecord> begun,
                            AttemptsOf(database, command.request().request_id()));
    const bool is_second = begun.front().command.attempt() != command.attempt();
    COLLIE_RETURN_IF_ERROR(SettleAttempt(database, Interrupted(command, is_second)));
  }
  return absl::OkStatus();
}

// The conversation's newest fence, or the floor of the welcome.
absl::StatusOr<v1::Fence> FindNewest(Database& database, const ConversationKey& conversation) {
  COLLIE_ASSIGN_OR_RETURN(const v1::Fence fence, FindFence(database, conversation));
  COLLIE_ASSIGN_OR_RETURN(const StoreStanding standing, ReadStanding(database));
  return AtLeastTerm(fence, standing.highest_term);
}

// Rules 11 and 12: the comparison and the write are one.
absl::Status BeginAttempt(Database& database, const AttemptRecord& record, int64_t now_ms) {
  const v1::ActRequest& request = record.command.request();
  const auto conversation = ConversationKey::From(request.conversation());
  absl::Status found =
      FindAttempt(database, request.request_id(), record.command.attempt()).status();
  if (found.ok()) return absl::AlreadyExistsError("This attempt was begun before.");
  if (!absl::IsNotFound(found)) return found;
  COLLIE_ASSIGN_OR_RETURN(v1::Fence newest, FindNewest(database, conversation));
  if (!IsAbove(record.command.fence(), newest)) {
    return absl::AbortedError(absl::StrCat("A newer act of '", conversation.ToString(),
                                           "' has overtaken this one: nothing was sent."));
  }
  COLLIE_RETURN_IF_ERROR(WriteFence(database, conversation, record.command.fence()));
  COLLIE_RETURN_IF_ERROR(CountBegun(database, record.command));
  return InsertAttempt(database, record, now_ms);
}

absl::StatusOr<int64_t> DeleteOldAttempts(Database& database, const journal::Horizon& older,
                                          int64_t most) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement remove,
      database.Prepare("DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE "
                       "acknowledged = 1 AND begun_at < ? AND counted_at < ? LIMIT ?)"));
  COLLIE_RETURN_IF_ERROR(
      remove.Bind(1, older.wall_ms).Bind(2, older.counted_ms).Bind(3, most).Run());
  return database.Changes();
}

// Rule 23: only the outcome that is named.
absl::Status AcknowledgeAttempt(Database& database, const std::string& request_id, int32_t attempt,
                                v1::Outcome outcome) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement acknowledge,
      database.Prepare("UPDATE attempts SET acknowledged = 1 WHERE request_id = ? AND "
                       "attempt = ? AND outcome = ? AND settled_as IS NOT NULL"));
  return acknowledge.Bind(1, request_id).Bind(2, attempt).Bind(3, outcome).Run();
}

// Rule 9: an outcome only rises.
absl::Status FinishAttempt(Database& database, const v1::ActResult& result) {
  COLLIE_ASSIGN_OR_RETURN(AttemptRecord record,
                          FindAttempt(database, result.request_id(), result.attempt()));
  if (record.settled && !receipt::Rises(record.result.outcome(), result.outcome())) {
    return absl::OkStatus();
  }
  return SettleAttempt(database, result);
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteEdgeStore>> SqliteEdgeStore::Open(
    const std::filesystem::path& file, const clock::Clock& clock, ids::RandomSource& random) {
  COLLIE_ASSIGN_OR_RETURN(auto database, Database::Open(file, EdgeMigrations()));
  Start start;
  COLLIE_RETURN_IF_ERROR(
      database->Transact([&](Database& within) { return BeginStart(within, random, start); }));
  COLLIE_ASSIGN_OR_RETURN(start.service, journal::ServiceTime::Read(*database, clock));
  COLLIE_ASSIGN_OR_RETURN(auto reader, Database::OpenReader(file));
  return std::unique_ptr<SqliteEdgeStore>(
      new SqliteEdgeStore(std::move(start.incarnation), start.floor, std::move(start.standing),
                          *start.service, std::move(reader), std::move(database), clock));
}

SqliteEdgeStore::SqliteEdgeStore(std::string incarnation, int64_t floor, StoreStanding standing,
                                 journal::ServiceTime service, std::unique_ptr<Database> reader,
                                 std::unique_ptr<Database> database, const clock::Clock& clock)
    : incarnation_(std::move(incarnation)),
      clock_(clock),
      service_(service),
      reader_(std::move(reader)),
      floor_(floor),
      standing_(std::move(standing)),
      writer_(std::move(database)) {}

absl::Status SqliteEdgeStore::Begin(const AttemptRecord& record) {
  const int64_t now_ms = absl::ToUnixMillis(clock_.Wall());
  COLLIE_RETURN_IF_ERROR(
      writer_.Run([&](Database& database) { return BeginAttempt(database, record, now_ms); }));
  RaiseHighestTerm(record.command.fence().term());
  absl::MutexLock lock(&standing_mu_);
  ++standing_.sequence;
  return absl::OkStatus();
}

absl::Status SqliteEdgeStore::Withdraw(const std::string& request_id, int32_t attempt) {
  return writer_.Run([&](Database& database) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(
        Statement remove,
        database.Prepare(
            "DELETE FROM attempts WHERE request_id = ? AND attempt = ? AND settled_as IS NULL"));
    COLLIE_RETURN_IF_ERROR(remove.Bind(1, request_id).Bind(2, attempt).Run());
    if (database.Changes() > 0) return absl::OkStatus();
    return absl::NotFoundError(
        absl::StrCat("No attempt ", attempt, " of request '", request_id, "' is under way."));
  });
}

absl::Status SqliteEdgeStore::Finish(const v1::ActResult& result) {
  return writer_.Run([&](Database& database) { return FinishAttempt(database, result); });
}

absl::Status SqliteEdgeStore::RaiseFence(const ConversationKey& conversation,
                                         const v1::Fence& fence) {
  COLLIE_RETURN_IF_ERROR(writer_.Run([&](Database& database) -> absl::Status {
    absl::StatusOr<v1::Fence> newest = FindFence(database, conversation);
    if (!newest.ok() || !IsAbove(fence, *newest)) return newest.status();
    return WriteFence(database, conversation, fence);
  }));
  RaiseHighestTerm(fence.term());
  return absl::OkStatus();
}

void SqliteEdgeStore::Acknowledge(const std::string& request_id, int32_t attempt,
                                  v1::Outcome outcome) {
  writer_.EnqueueShared(
      [request_id, attempt, outcome](Database& database) {
        return AcknowledgeAttempt(database, request_id, attempt, outcome);
      },
      [](const absl::Status& status) {
        if (!status.ok()) log::Warn("store", status);
      });
}

// From the disk, of which every commit is seen at once: what is kept in memory would grow with the
// conversations that there ever were.
absl::StatusOr<v1::Fence> SqliteEdgeStore::NewestFence(const ConversationKey& conversation) {
  int64_t floor = 0;
  {
    absl::MutexLock lock(&standing_mu_);
    floor = floor_;
  }
  absl::MutexLock lock(&reader_mu_);
  COLLIE_ASSIGN_OR_RETURN(const v1::Fence fence, FindFence(*reader_, conversation));
  return AtLeastTerm(fence, floor);
}

absl::Status SqliteEdgeStore::RaiseFloor(int64_t term) {
  {
    // A disk that takes nothing keeps no link out whose term is there already.
    absl::MutexLock lock(&standing_mu_);
    if (floor_ >= term) return absl::OkStatus();
  }
  COLLIE_RETURN_IF_ERROR(
      writer_.Run([&](Database& database) { return WriteFloor(database, term); }));
  absl::MutexLock lock(&standing_mu_);
  floor_ = std::max(floor_, term);
  standing_.highest_term = std::max(standing_.highest_term, term);
  return absl::OkStatus();
}

void SqliteEdgeStore::CommandCame(const v1::Command& command) {
  absl::MutexLock lock(&standing_mu_);
  TakeCommand(standing_, command);
}

StoreStanding SqliteEdgeStore::Standing() const {
  absl::MutexLock lock(&standing_mu_);
  return standing_;
}

absl::StatusOr<std::vector<AttemptRecord>> SqliteEdgeStore::Held(
    const std::string& after_request_id, int32_t after_attempt, int most) {
  absl::MutexLock lock(&reader_mu_);
  return AttemptsAfter(*reader_, after_request_id, after_attempt, most);
}

absl::StatusOr<AttemptRecord> SqliteEdgeStore::Find(const std::string& request_id,
                                                    int32_t attempt) {
  absl::MutexLock lock(&reader_mu_);
  return FindAttempt(*reader_, request_id, attempt);
}

absl::StatusOr<std::vector<AttemptRecord>> SqliteEdgeStore::Begun(const std::string& request_id) {
  absl::MutexLock lock(&reader_mu_);
  return AttemptsOf(*reader_, request_id);
}

absl::StatusOr<int64_t> SqliteEdgeStore::OthersSince(const ids::RequestId& request_id,
                                                     const ids::AgentAddress& address) {
  absl::MutexLock lock(&reader_mu_);
  return OtherActsSince(*reader_, request_id, address);
}

absl::StatusOr<bool> SqliteEdgeStore::IsUnderWayElsewhere(const ids::Epoch& epoch,
                                                          const ids::SourceName& source) {
  absl::MutexLock lock(&reader_mu_);
  return edge::IsUnderWayElsewhere(*reader_, epoch, source);
}

absl::StatusOr<std::vector<AttemptRecord>> SqliteEdgeStore::Unacknowledged() {
  absl::MutexLock lock(&reader_mu_);
  return AttemptsUnacknowledged(*reader_);
}

absl::Status SqliteEdgeStore::CountService() {
  return writer_.Run([this](Database& database) { return service_.Write(database); });
}

absl::StatusOr<int64_t> SqliteEdgeStore::ReadNumber(const char* query) {
  absl::MutexLock lock(&reader_mu_);
  COLLIE_ASSIGN_OR_RETURN(Statement select, reader_->Prepare(query));
  COLLIE_RETURN_IF_ERROR(select.Step().status());
  return select.Int(0);
}

absl::Status SqliteEdgeStore::DeleteShareOf(int64_t rows, const Removal& remove) {
  return retention::DeleteShare(rows, [&](int64_t most) -> absl::StatusOr<int64_t> {
    int64_t deleted = 0;
    COLLIE_RETURN_IF_ERROR(writer_.Run([&](Database& database) -> absl::Status {
      COLLIE_ASSIGN_OR_RETURN(deleted, remove(database, most));
      return absl::OkStatus();
    }));
    return deleted;
  });
}

absl::Status SqliteEdgeStore::Compact(absl::Duration age) {
  const journal::Horizon older = service_.OlderThan(age);
  COLLIE_ASSIGN_OR_RETURN(const int64_t attempts, ReadNumber(kMostAttempts));
  COLLIE_RETURN_IF_ERROR(DeleteShareOf(attempts, [&](Database& database, int64_t most) {
    return DeleteOldAttempts(database, older, most);
  }));
  int64_t floor = 0;
  {
    absl::MutexLock lock(&standing_mu_);
    floor = floor_;
  }
  COLLIE_ASSIGN_OR_RETURN(const int64_t fences, ReadNumber("SELECT count(*) FROM fences"));
  return DeleteShareOf(fences, [&](Database& database, int64_t most) {
    return DeleteFencesBelow(database, floor, most);
  });
}

void SqliteEdgeStore::RaiseHighestTerm(int64_t term) {
  absl::MutexLock lock(&standing_mu_);
  standing_.highest_term = std::max(standing_.highest_term, term);
}

}  // namespace collie::edge
