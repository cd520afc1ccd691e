#include "relay/store/sqlite_store.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/receipt/timestamp.h"
#include "crew/retention/share.h"
#include "crew/status/status_macros.h"
#include "relay/store/accepted_acts.h"
#include "relay/store/act_rows.h"
#include "relay/store/member_rows.h"
#include "relay/store/newest_write.h"
#include "relay/store/sqlite_schema.h"
#include "relay/store/unhealed.h"

namespace collie::relay {
namespace {

using journal::Database;
using journal::Statement;

constexpr int kMostListed = 500;
constexpr size_t kRunBytes = 8;

// What the first transaction of a start finds.
struct Start {
  int64_t term = 0;
  std::string run;
  std::vector<ActRecord> unsettled;
  std::optional<journal::ServiceTime> service;
};

// Whoever puts a copy or nothing in place of a damaged store is told what comes of it.
absl::Status WithAdvice(const absl::Status& status) {
  if (!absl::IsDataLoss(status)) return status;
  return absl::DataLossError(absl::StrCat(
      status.message(),
      " Either way each member is taken up anew: before it takes an act its edge tells every act "
      "that "
      "it holds, so nothing runs twice; receipts that neither the copy nor an edge has are lost."));
}

// What was only accepted stays: whether it was dispatched after all, in a life of the store that
// was lost, is shown by its member's hello.
absl::Status BeginTerm(Database& database, absl::Time now, Start& start) {
  COLLIE_RETURN_IF_ERROR(database.Run("UPDATE newest_relay SET term = term + 1"));
  COLLIE_ASSIGN_OR_RETURN(start.term, NewestTerm(database));
  COLLIE_RETURN_IF_ERROR(InsertRun(database, start.run));
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> found, UnsettledActs(database));
  for (ActRecord& record : found) {
    if (record.phase == ActPhase::kDispatched) start.unsettled.push_back(std::move(record));
  }
  // A tap that names no question has no member.
  std::vector<ActRecord> ended;
  return InterruptAccepted(database, /*member=*/"", now, ended);
}

absl::StatusOr<int64_t> RaiseCount(Database& database, const std::string& ask_key, int64_t now_ms) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement raise,
      database.Prepare("INSERT INTO ask_counts (ask_key, count, raised_at) VALUES (?, 1, ?) ON "
                       "CONFLICT (ask_key) DO UPDATE "
                       "SET count = count + 1, raised_at = excluded.raised_at RETURNING count"));
  COLLIE_RETURN_IF_ERROR(raise.Bind(1, ask_key).Bind(2, now_ms).Step().status());
  const int64_t count = raise.Int(0);
  COLLIE_RETURN_IF_ERROR(raise.Run());
  return count;
}

absl::StatusOr<int64_t> DeleteOldCounts(Database& database, const journal::Horizon& older,
                                        int64_t most) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement remove,
      database.Prepare("DELETE FROM ask_counts WHERE ask_key IN (SELECT ask_key FROM ask_counts "
                       "WHERE raised_at < ? AND counted_at < ? LIMIT ?)"));
  COLLIE_RETURN_IF_ERROR(
      remove.Bind(1, older.wall_ms).Bind(2, older.counted_ms).Bind(3, most).Run());
  return database.Changes();
}

// A table that a compaction goes through. `count_rows` gives as many as there can be, without
// reading them.
struct Compacted {
  const char* count_rows;
  absl::StatusOr<int64_t> (*remove)(Database&, const journal::Horizon&, int64_t most);
};
constexpr Compacted kCompacted[] = {
    {"SELECT COALESCE((SELECT MAX(sequence) FROM acts) - (SELECT MIN(sequence) FROM acts) + 1, 0)",
     &DeleteOldActs},
    {"SELECT count(*) FROM ask_counts", &DeleteOldCounts},
};

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteStore>> SqliteStore::Open(const std::filesystem::path& file,
                                                               const clock::Clock& clock,
                                                               ids::RandomSource& random) {
  auto opened = Database::Open(file, StoreMigrations());
  if (!opened.ok()) return WithAdvice(opened.status());
  std::unique_ptr<Database> database = *std::move(opened);
  Start start;
  start.run = random.Hex(kRunBytes);
  COLLIE_RETURN_IF_ERROR(WithAdvice(database->Transact(
      [&](Database& within) { return BeginTerm(within, clock.Wall(), start); })));
  COLLIE_ASSIGN_OR_RETURN(start.service, journal::ServiceTime::Read(*database, clock));
  COLLIE_ASSIGN_OR_RETURN(auto reader, Database::OpenReader(file));
  return std::unique_ptr<SqliteStore>(
      new SqliteStore(start.term, std::move(start.run), std::move(start.unsettled), *start.service,
                      std::move(reader), std::move(database), clock));
}

SqliteStore::SqliteStore(int64_t term, std::string run, std::vector<ActRecord> unsettled,
                         journal::ServiceTime service, std::unique_ptr<Database> reader,
                         std::unique_ptr<Database> database, const clock::Clock& clock)
    : term_(term),
      run_(std::move(run)),
      unsettled_(std::move(unsettled)),
      clock_(clock),
      service_(service),
      reader_(std::move(reader)),
      health_(clock, [this] { Probe(); }),
      members_(writer_, clock, term_, run_),
      writer_(std::move(database)) {}

template <typename Result>
void SqliteStore::Write(std::function<absl::StatusOr<Result>(Database&)> change,
                        std::function<void(absl::StatusOr<Result>)> done) {
  WriteAsNewest<Result>(writer_, term_, std::move(change),
                        [this, done = std::move(done)](absl::StatusOr<Result> result) {
                          health_.Ended(result.status());
                          done(std::move(result));
                        });
}

void SqliteStore::Probe() {
  Write<bool>(
      [](Database& database) -> absl::StatusOr<bool> {
        // SQLite writes no page of which nothing changed, so it changes there and back.
        COLLIE_RETURN_IF_ERROR(database.Run("UPDATE newest_relay SET term = -term"));
        COLLIE_RETURN_IF_ERROR(database.Run("UPDATE newest_relay SET term = -term"));
        return true;
      },
      [](const absl::StatusOr<bool>&) {});
}

absl::StatusOr<std::vector<ActRecord>> SqliteStore::Unhealed(absl::Time sent_since, int most) {
  absl::MutexLock lock(&reader_mu_);
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> unhealed, OpenActs(*reader_, most));
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> sent,
                          UnhealedActs(*reader_, absl::ToUnixMillis(sent_since),
                                       most - static_cast<int>(unhealed.size())));
  // Of an earlier version's acts the column says less.
  std::erase_if(sent, [](const ActRecord& record) { return !MayBecomeEffective(record); });
  std::move(sent.begin(), sent.end(), std::back_inserter(unhealed));
  return unhealed;
}

void SqliteStore::Accept(ActRecord record, AcceptDone done) {
  if (!record.receipt.has_accepted_at()) {
    *record.receipt.mutable_accepted_at() = receipt::ToTimestamp(clock_.Wall());
  }
  Write<Accepted>(
      [record = std::move(record)](Database& database) -> absl::StatusOr<Accepted> {
        absl::StatusOr<ActRecord> stored = FindAct(database, record.receipt.request_id());
        if (stored.ok()) return Accepted{false, *std::move(stored)};
        if (!absl::IsNotFound(stored.status())) return stored.status();
        COLLIE_RETURN_IF_ERROR(InsertAct(database, record));
        return Accepted{true, record};
      },
      std::move(done));
}

void SqliteStore::Update(const std::string& request_id, ActChange change, ActDone done) {
  Write<ActRecord>(
      [request_id, change = std::move(change)](Database& database) -> absl::StatusOr<ActRecord> {
        COLLIE_ASSIGN_OR_RETURN(ActRecord record, FindAct(database, request_id));
        ActRecord changed = record;
        if (!change(changed)) return record;
        COLLIE_RETURN_IF_ERROR(RewriteAct(database, request_id, changed));
        return changed;
      },
      std::move(done));
}

void SqliteStore::Dispatch(const std::string& request_id, ActChange change, ActDone done) {
  Write<ActRecord>(
      [request_id, change = std::move(change)](Database& database) -> absl::StatusOr<ActRecord> {
        COLLIE_ASSIGN_OR_RETURN(ActRecord record, FindAct(database, request_id));
        ActRecord changed = record;
        if (!change(changed)) return record;
        COLLIE_RETURN_IF_ERROR(RewriteAct(database, request_id, changed));
        const std::string& member = changed.receipt.conversation().member();
        COLLIE_ASSIGN_OR_RETURN(changed.dispatch, CountDispatch(database, member));
        return changed;
      },
      std::move(done));
}

absl::StatusOr<ActRecord> SqliteStore::Find(const std::string& request_id) {
  absl::MutexLock lock(&reader_mu_);
  return FindAct(*reader_, request_id);
}

absl::StatusOr<std::vector<v1::Receipt>> SqliteStore::List(const ReceiptQuery& query) {
  ReceiptQuery bounded = query;
  bounded.limit = std::clamp(query.limit, 1, kMostListed);
  absl::MutexLock lock(&reader_mu_);
  return ListReceipts(*reader_, bounded);
}

absl::StatusOr<std::vector<std::pair<std::string, int64_t>>> SqliteStore::AskCounts() {
  absl::MutexLock lock(&reader_mu_);
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          reader_->Prepare("SELECT ask_key, count FROM ask_counts"));
  std::vector<std::pair<std::string, int64_t>> counts;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return counts;
    counts.emplace_back(select.Text(0), select.Int(1));
  }
}

void SqliteStore::RaiseAskCount(const std::string& ask_key,
                                std::function<void(absl::StatusOr<int64_t>)> done) {
  Write<int64_t>([ask_key, now_ms = absl::ToUnixMillis(clock_.Wall())](
                     Database& database) { return RaiseCount(database, ask_key, now_ms); },
                 std::move(done));
}

absl::Status SqliteStore::CountService() {
  return writer_.Run([this](Database& database) -> absl::Status {
    COLLIE_RETURN_IF_ERROR(DemandNewest(database, term_));
    return service_.Write(database);
  });
}

absl::StatusOr<int64_t> SqliteStore::CountRows(const char* query) {
  absl::MutexLock lock(&reader_mu_);
  COLLIE_ASSIGN_OR_RETURN(Statement select, reader_->Prepare(query));
  COLLIE_RETURN_IF_ERROR(select.Step().status());
  return select.Int(0);
}

absl::Status SqliteStore::Compact(absl::Duration age) {
  const journal::Horizon older = service_.OlderThan(age);
  for (const Compacted& table : kCompacted) {
    COLLIE_ASSIGN_OR_RETURN(const int64_t rows, CountRows(table.count_rows));
    const auto remove = [&](int64_t most) -> absl::StatusOr<int64_t> {
      int64_t deleted = 0;
      COLLIE_RETURN_IF_ERROR(writer_.Run([&](Database& database) -> absl::Status {
        COLLIE_RETURN_IF_ERROR(DemandNewest(database, term_));
        COLLIE_ASSIGN_OR_RETURN(deleted, table.remove(database, older, most));
        return absl::OkStatus();
      }));
      return deleted;
    };
    COLLIE_RETURN_IF_ERROR(retention::DeleteShare(rows, remove));
  }
  return absl::OkStatus();
}

}  // namespace collie::relay
