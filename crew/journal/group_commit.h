#ifndef COLLIE_CREW_JOURNAL_GROUP_COMMIT_H_
#define COLLIE_CREW_JOURNAL_GROUP_COMMIT_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "crew/journal/database.h"

namespace collie::journal {

// The one writer of a database: a thread that takes all waiting changes into one transaction, also
// those that came while it committed the one before, so that many acts cost one fsync. Thread-safe.
class GroupCommit {
 public:
  using Change = std::function<absl::Status(Database&)>;
  using Done = std::function<void(absl::Status)>;

  explicit GroupCommit(std::unique_ptr<Database> database);
  // Closes.
  ~GroupCommit();

  // Runs `change` on the writer thread inside a savepoint of the batch: if it fails, its own writes
  // are rolled back and the others stand. `done` is called on the writer thread once the batch is
  // on disk (OK), or with the change's error, or with the commit's error, after which nothing of
  // the batch is there. `done` may enqueue more; it must not block. A batch is bounded; a later one
  // tries afresh, so a store whose disk was full recovers by itself.
  void Enqueue(Change change, Done done);

  // The same for a change that may wait for another one, at most a second, so that it costs no
  // commit of its own while others come.
  void EnqueueShared(Change change, Done done);

  // Finishes what was enqueued, then ends the thread. What is enqueued from then on is not run: its
  // `done` gets UNAVAILABLE at once, on the calling thread. May be called again; not from a `done`.
  void Close();

  // Enqueue, and wait for the end. Not from a `done`.
  absl::Status Run(Change change);

  // Transactions committed so far.
  int64_t Commits() const;

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_GROUP_COMMIT_H_
