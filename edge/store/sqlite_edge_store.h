#ifndef COLLIE_EDGE_STORE_SQLITE_EDGE_STORE_H_
#define COLLIE_EDGE_STORE_SQLITE_EDGE_STORE_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
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
#include "edge/store/edge_store.h"

namespace collie::edge {

// The edge's receipts and fences in one SQLite file. Writes go through one writer thread and share
// commits; reads have a connection of their own. Thread-safe.
class SqliteEdgeStore final : public EdgeStore {
 public:
  // Opens or makes the file, whose folder exists. Its first transaction settles every attempt that
  // a crash left without an outcome, to be reported anew (rule 20 of edge/acts/README.md): the
  // first attempt as unknown; a second one as maybe-applied, since its POST may have begun and
  // there is no third. `clock` outlives the store. Errors: those of journal::Database::Open.
  static absl::StatusOr<std::unique_ptr<SqliteEdgeStore>> Open(const std::filesystem::path& file,
                                                               const clock::Clock& clock,
                                                               ids::RandomSource& random);

  std::string Incarnation() const override { return incarnation_; }
  absl::Status Begin(const AttemptRecord& record) override;
  // The fence stays. NOT_FOUND: no such attempt is under way.
  absl::Status Withdraw(const std::string& request_id, int32_t attempt) override;
  // NOT_FOUND: no such attempt was begun.
  absl::Status Finish(const v1::ActResult& result) override;
  absl::Status RaiseFence(const ids::ConversationKey& conversation,
                          const v1::Fence& fence) override;
  void Acknowledge(const std::string& request_id, int32_t attempt, v1::Outcome outcome) override;
  absl::StatusOr<v1::Fence> NewestFence(const ids::ConversationKey& conversation) override;
  absl::StatusOr<AttemptRecord> Find(const std::string& request_id, int32_t attempt) override;
  absl::StatusOr<std::vector<AttemptRecord>> Begun(const std::string& request_id) override;
  absl::StatusOr<int64_t> OthersSince(const ids::RequestId& request_id,
                                      const ids::AgentAddress& address) override;
  absl::StatusOr<bool> IsUnderWayElsewhere(const ids::Epoch& epoch,
                                           const ids::SourceName& source) override;
  absl::StatusOr<std::vector<AttemptRecord>> Unacknowledged() override;
  absl::Status RaiseFloor(int64_t term) override;
  void CommandCame(const v1::Command& command) override;
  StoreStanding Standing() const override;
  absl::StatusOr<std::vector<AttemptRecord>> Held(const std::string& after_request_id,
                                                  int32_t after_attempt, int most) override;

  // Makes the time that the store has served durable. UNAVAILABLE: the next time does.
  absl::Status CountService();

  // Deletes the acknowledged attempts that were begun longer ago than `age` by the wall clock and
  // by the time served, and the fences that the welcome's term stands above (rule 27 refuses what
  // they would), in bounded transactions and no more than retention::ShareOf each. UNAVAILABLE: the
  // rest stays for the next time.
  absl::Status Compact(absl::Duration age);

 private:
  using Removal = std::function<absl::StatusOr<int64_t>(journal::Database&, int64_t most)>;

  SqliteEdgeStore(std::string incarnation, int64_t floor, StoreStanding standing,
                  journal::ServiceTime service, std::unique_ptr<journal::Database> reader,
                  std::unique_ptr<journal::Database> database, const clock::Clock& clock);

  // The number that this query of one row and column gives.
  absl::StatusOr<int64_t> ReadNumber(const char* query);
  // Deletes no more than the share of a table that has at most that many rows.
  absl::Status DeleteShareOf(int64_t rows, const Removal& remove);
  // A fence of this term is on disk.
  void RaiseHighestTerm(int64_t term);

  // Constant after construction.
  const std::string incarnation_;
  const clock::Clock& clock_;
  const journal::ServiceTime service_;

  // Held while a read runs: a connection is of one thread at a time. Nothing else is taken under
  // it.
  absl::Mutex reader_mu_;
  const std::unique_ptr<journal::Database> reader_ ABSL_PT_GUARDED_BY(reader_mu_);

  mutable absl::Mutex standing_mu_;
  int64_t floor_ ABSL_GUARDED_BY(standing_mu_);  // the welcome's term
  StoreStanding standing_ ABSL_GUARDED_BY(standing_mu_);

  // Self-synchronized. The last, so that it is the first to end.
  journal::GroupCommit writer_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_SQLITE_EDGE_STORE_H_
