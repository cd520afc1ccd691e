#ifndef COLLIE_RELAY_STORE_SQLITE_STORE_H_
#define COLLIE_RELAY_STORE_SQLITE_STORE_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/journal/database.h"
#include "crew/journal/group_commit.h"
#include "crew/journal/service_time.h"
#include "relay/members/member_store.h"
#include "relay/store/relay_store.h"
#include "relay/store/sqlite_member_store.h"
#include "relay/store/write_health.h"

namespace collie::relay {

// The relay's receipts in one SQLite file. Writes go through one writer thread and share commits;
// reads have a connection of their own. Destroying it finishes the writes that wait. Thread-safe.
class SqliteStore final : public RelayStore {
 public:
  // Opens or makes the file, whose folder exists. Its first transaction raises the term, so that an
  // older relay writes nothing any more, and writes the new run down. `clock` outlives the store.
  // Errors: those of journal::Database::Open.
  static absl::StatusOr<std::unique_ptr<SqliteStore>> Open(
      const std::filesystem::path& file, const clock::Clock& clock,
      ids::RandomSource& random = ids::SystemRandom());

  int64_t Term() const override { return term_; }
  std::string Run() const override { return run_; }
  // In the same file; it ends with this one.
  MemberStore& Members() { return members_; }
  std::vector<ActRecord> Unsettled() const override { return unsettled_; }

  absl::StatusOr<std::vector<ActRecord>> Unhealed(absl::Time sent_since, int most) override;

  // A record whose receipt has no `accepted_at` gets the time of now.
  void Accept(ActRecord record, AcceptDone done) override;
  // `change` runs on the writer thread and must not block.
  void Update(const std::string& request_id, ActChange change, ActDone done) override;
  absl::Status CanWrite(absl::Duration most) override { return health_.Check(most); }
  void Dispatch(const std::string& request_id, ActChange change, ActDone done) override;
  absl::StatusOr<ActRecord> Find(const std::string& request_id) override;
  // The limit is clamped to 1 to 500.
  absl::StatusOr<std::vector<v1::Receipt>> List(const ReceiptQuery& query) override;
  absl::StatusOr<std::vector<std::pair<std::string, int64_t>>> AskCounts() override;
  void RaiseAskCount(const std::string& ask_key,
                     std::function<void(absl::StatusOr<int64_t>)> done) override;

  // Finishes the writes that wait; every later one ends UNAVAILABLE. Not from a `done`.
  void Close() { writer_.Close(); }

  // Makes the time that the store has served durable. Blocks; not from a `done`. UNAVAILABLE,
  // ABORTED: as for writes.
  absl::Status CountService();

  // Deletes what is older than `age` by the wall clock and by the time served: settled receipts,
  // from their acceptance, and counts of asks, from when they were last raised. In bounded
  // transactions between which other writes get their turn, and no more than retention::ShareOf a
  // table. Blocks on the disk; not from a `done`. UNAVAILABLE, ABORTED: as for writes; the rest
  // stays for the next time.
  absl::Status Compact(absl::Duration age);

 private:
  SqliteStore(int64_t term, std::string run, std::vector<ActRecord> unsettled,
              journal::ServiceTime service, std::unique_ptr<journal::Database> reader,
              std::unique_ptr<journal::Database> database, const clock::Clock& clock);

  // The number that this query of one row and column gives.
  absl::StatusOr<int64_t> CountRows(const char* query);
  // Writes what stands there already; its end goes to the health.
  void Probe();

  // Enqueues one write, which runs only while this relay is the newest (rule 18); how it ends goes
  // to the health.
  template <typename Result>
  void Write(std::function<absl::StatusOr<Result>(journal::Database&)> change,
             std::function<void(absl::StatusOr<Result>)> done);

  // Constant after construction.
  const int64_t term_;
  const std::string run_;
  const std::vector<ActRecord> unsettled_;
  const clock::Clock& clock_;
  const journal::ServiceTime service_;

  // Held while a read runs: a connection is of one thread at a time. Nothing else is taken under
  // it.
  absl::Mutex reader_mu_;
  const std::unique_ptr<journal::Database> reader_ ABSL_PT_GUARDED_BY(reader_mu_);

  // Self-synchronized. The writer is the last, so that the first to end: its `done`s still find the
  // rest.
  WriteHealth health_;
  SqliteMemberStore members_;
  journal::GroupCommit writer_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_SQLITE_STORE_H_
