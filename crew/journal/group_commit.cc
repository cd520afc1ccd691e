#include "crew/journal/group_commit.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "crew/threads/named_thread.h"
#include "crew/threads/steady_condition.h"

namespace collie::journal {
namespace {

// The most changes of one transaction: bounds how long the first of them waits for the rest.
constexpr size_t kMostChanges = 256;
// How long a change waits for another one to share its commit.
constexpr absl::Duration kSharedWait = absl::Seconds(1);

struct Waiting {
  GroupCommit::Change change;
  GroupCommit::Done done;
  absl::Status status;
};

// Runs one change inside a savepoint. False: the whole transaction is gone, because SQLite rolled
// it back by itself when the disk failed under the change.
bool RunOne(Database& database, Waiting& waiting) {
  waiting.status = database.RunKept("SAVEPOINT change");
  if (waiting.status.ok()) waiting.status = waiting.change(database);
  if (!database.InTransaction()) return false;
  if (!waiting.status.ok()) waiting.status.Update(database.RunKept("ROLLBACK TO change"));
  return database.RunKept("RELEASE change").ok();
}

// Runs all changes inside the caller's transaction. The error says that it is gone.
absl::Status RunAll(Database& database, std::vector<Waiting>& batch) {
  for (Waiting& waiting : batch) {
    if (RunOne(database, waiting)) continue;
    if (!waiting.status.ok()) return waiting.status;
    return absl::UnavailableError("The store ended its transaction by itself: try again.");
  }
  return absl::OkStatus();
}

}  // namespace

class GroupCommit::Writer {
 public:
  explicit Writer(std::unique_ptr<Database> database)
      : database_(std::move(database)), thread_(threads::StartNamed("store", [this] { Loop(); })) {}

  ~Writer() { Close(); }

  void Close() {
    {
      absl::MutexLock lock(&mu_);
      stopping_ = true;
      changed_.NotifyAll();
    }
    if (thread_.joinable()) thread_.join();
  }

  void Enqueue(Change change, Done done, bool is_due) {
    {
      absl::MutexLock lock(&mu_);
      if (!has_ended_) {
        queue_.push_back({std::move(change), std::move(done), absl::OkStatus()});
        is_due_ = is_due_ || is_due || queue_.size() >= kMostChanges;
        changed_.NotifyAll();
        return;
      }
    }
    done(absl::UnavailableError("The store is closed, since the program is shutting down."));
  }

  int64_t Commits() const {
    absl::MutexLock lock(&mu_);
    return commits_;
  }

 private:
  // Until something is due, or what may wait for it has waited long enough.
  void AwaitWork() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    const auto is_due = [this]()
                            ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return stopping_ || is_due_; };
    const auto has_any = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
      return stopping_ || !queue_.empty();
    };
    changed_.Await(mu_, has_any, absl::InfiniteDuration());
    changed_.Await(mu_, is_due, kSharedWait);
  }

  // Waits for changes; empty once the writer stops and nothing is left.
  std::vector<Waiting> TakeWaiting() {
    absl::MutexLock lock(&mu_);
    AwaitWork();
    auto end = queue_.begin() + static_cast<std::ptrdiff_t>(std::min(queue_.size(), kMostChanges));
    std::vector<Waiting> batch(std::make_move_iterator(queue_.begin()),
                               std::make_move_iterator(end));
    queue_.erase(queue_.begin(), end);
    is_due_ = !queue_.empty();
    has_ended_ = batch.empty();
    return batch;
  }

  void Loop() {
    for (std::vector<Waiting> batch = TakeWaiting(); !batch.empty(); batch = TakeWaiting()) {
      absl::Status status =
          database_->Transact([&batch](Database& database) { return RunAll(database, batch); });
      if (status.ok()) CountCommit();
      for (Waiting& waiting : batch) waiting.done(status.ok() ? waiting.status : status);
    }
  }

  void CountCommit() {
    absl::MutexLock lock(&mu_);
    ++commits_;
  }

  // Constant after construction; used by the thread alone.
  const std::unique_ptr<Database> database_;

  mutable absl::Mutex mu_;
  threads::SteadyCondition changed_;
  std::deque<Waiting> queue_ ABSL_GUARDED_BY(mu_);
  bool is_due_ ABSL_GUARDED_BY(mu_) = false;  // something of the queue waits for no other
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;
  bool has_ended_ ABSL_GUARDED_BY(mu_) = false;  // nothing that comes now is run
  int64_t commits_ ABSL_GUARDED_BY(mu_) = 0;

  std::thread thread_;  // last: it starts once the rest is there
};

GroupCommit::GroupCommit(std::unique_ptr<Database> database)
    : writer_(std::make_unique<Writer>(std::move(database))) {}

GroupCommit::~GroupCommit() = default;

void GroupCommit::Enqueue(Change change, Done done) {
  writer_->Enqueue(std::move(change), std::move(done), /*is_due=*/true);
}

void GroupCommit::EnqueueShared(Change change, Done done) {
  writer_->Enqueue(std::move(change), std::move(done), /*is_due=*/false);
}

void GroupCommit::Close() { writer_->Close(); }

absl::Status GroupCommit::Run(Change change) {
  absl::Status result;
  absl::Notification ended;
  Enqueue(std::move(change), [&](absl::Status status) {
    result = std::move(status);
    ended.Notify();
  });
  ended.WaitForNotification();
  return result;
}

int64_t GroupCommit::Commits() const { return writer_->Commits(); }

}  // namespace collie::journal
