#include "relay/store/sqlite_store.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "crew/receipt/timestamp.h"
#include "crew/status/status_macros.h"
#include "relay/store/accepted_acts.h"
#include "relay/store/act_rows.h"
#include "relay/store/member_rows.h"
#include "relay/store/newest_write.h"
#include "relay/store/sqlite_schema.h"

namespace collie::relay {
namespace {

using journal::Database;
using journal::Statement;

constexpr int kMostListed = 500;
constexpr size_t kRunBytes = 8;
// The most rows that one transaction of a compaction deletes.
constexpr int64_t kMostDeleted = 500;

// What the first transaction of a start finds.
struct Start {
  int64_t term = 0;
  std::string run;
  std::vector<ActRecord> unsettled;
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

// What was only accepted stays: whether it was passed on after all, in a life of the store that was
// lost, is shown by its member's hello.
absl::Status BeginTerm(Database& database, absl::Time now, Start& start) {
  COLLIE_RETURN_IF_ERROR(database.Run("UPDATE newest_relay SET term = term + 1"));
  COLLIE_ASSIGN_OR_RETURN(start.term, NewestTerm(database));
  COLLIE_RETURN_IF_ERROR(InsertRun(database, start.run));
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> found, UnsettledActs(database));
  for (ActRecord& record : found) {
    if (record.phase == ActPhase::kPassedOn) start.unsettled.push_back(std::move(record));
  }
  // A tap that names no question has no member.
  std::vector<ActRecord> ended;
  return InterruptAccepted(database, /*member=*/"", now, ended);
}

absl::StatusOr<int64_t> RaiseCount(Database& database, const std::string& ask_key, int64_t now_ms) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement raise,
      database.Prepare("INSERT INTO ask_counts VALUES (?, 1, ?) ON CONFLICT (ask_key) DO UPDATE "
                       "SET count = count + 1, raised_at = excluded.raised_at RETURNING count"));
  COLLIE_RETURN_IF_ERROR(raise.Bind(1, ask_key).Bind(2, now_ms).Step().status());
  const int64_t count = raise.Int(0);
  COLLIE_RETURN_IF_ERROR(raise.Run());
  return count;
}

absl::StatusOr<int64_t> DeleteOldCounts(Database& database, int64_t before_ms, int64_t most) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement remove,
      database.Prepare("DELETE FROM ask_counts WHERE ask_key IN (SELECT ask_key FROM ask_counts "
                       "WHERE raised_at < ? LIMIT ?)"));
  COLLIE_RETURN_IF_ERROR(remove.Bind(1, before_ms).Bind(2, most).Run());
  return database.Changes();
}

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
  COLLIE_ASSIGN_OR_RETURN(auto reader, Database::OpenReader(file));
  return std::unique_ptr<SqliteStore>(new SqliteStore(start.term, std::move(start.run),
                                                      std::move(start.unsettled), std::move(reader),
                                                      std::move(database), clock));
}

SqliteStore::SqliteStore(int64_t term, std::string run, std::vector<ActRecord> unsettled,
                         std::unique_ptr<Database> reader, std::unique_ptr<Database> database,
                         const clock::Clock& clock)
    : term_(term),
      run_(std::move(run)),
      unsettled_(std::move(unsettled)),
      clock_(clock),
      reader_(std::move(reader)),
      members_(writer_, clock, term_, run_),
      writer_(std::move(database)) {}

absl::StatusOr<std::vector<ActRecord>> SqliteStore::Unhealed(absl::Time sent_since, int most) {
  absl::MutexLock lock(&reader_mu_);
  COLLIE_ASSIGN_OR_RETURN(std::vector<ActRecord> unhealed, OpenActs(*reader_, most));
  COLLIE_ASSIGN_OR_RETURN(const std::vector<ActRecord> sent,
                          ActsSentSince(*reader_, absl::ToUnixMillis(sent_since),
                                        most - static_cast<int>(unhealed.size())));
  for (const ActRecord& record : sent) {
    if (!record.receipt.has_effective_at()) unhealed.push_back(record);
  }
  return unhealed;
}

void SqliteStore::Accept(ActRecord record, AcceptDone done) {
  if (!record.receipt.has_accepted_at()) {
    *record.receipt.mutable_accepted_at() = receipt::ToTimestamp(clock_.Wall());
  }
  WriteAsNewest<Accepted>(
      writer_, term_,
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
  WriteAsNewest<ActRecord>(
      writer_, term_,
      [request_id, change = std::move(change)](Database& database) -> absl::StatusOr<ActRecord> {
        COLLIE_ASSIGN_OR_RETURN(ActRecord record, FindAct(database, request_id));
        ActRecord changed = record;
        if (!change(changed)) return record;
        COLLIE_RETURN_IF_ERROR(RewriteAct(database, request_id, changed));
        return changed;
      },
      std::move(done));
}

void SqliteStore::PassOn(const std::string& request_id, ActChange change, ActDone done) {
  WriteAsNewest<ActRecord>(
      writer_, term_,
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
  WriteAsNewest<int64_t>(
      writer_, term_,
      [ask_key, now_ms = absl::ToUnixMillis(clock_.Wall())](Database& database) {
        return RaiseCount(database, ask_key, now_ms);
      },
      std::move(done));
}

absl::Status SqliteStore::Compact(absl::Time older_than) {
  const int64_t before_ms = absl::ToUnixMillis(older_than);
  for (auto* remove : {&DeleteOldActs, &DeleteOldCounts}) {
    int64_t deleted = kMostDeleted;
    while (deleted == kMostDeleted) {
      COLLIE_RETURN_IF_ERROR(writer_.Run([&](Database& database) -> absl::Status {
        COLLIE_RETURN_IF_ERROR(DemandNewest(database, term_));
        COLLIE_ASSIGN_OR_RETURN(deleted, remove(database, before_ms, kMostDeleted));
        return absl::OkStatus();
      }));
    }
  }
  return absl::OkStatus();
}

}  // namespace collie::relay
