#ifndef COLLIE_RELAY_HTTP_WORKER_POOL_H_
#define COLLIE_RELAY_HTTP_WORKER_POOL_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::relay {

// A fixed number of threads behind a bounded queue. Thread-safe.
class WorkerPool {
 public:
  WorkerPool(size_t threads, size_t queue);
  // Runs what is queued, then ends the threads.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Runs `task` on a thread soon. False, and nothing happens, when all threads work and the queue
  // is full. A task may block; it must not throw.
  bool TryRun(std::function<void()> task);

 private:
  void Work();
  bool HasWorkLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    return !queue_.empty() || stopping_;
  }

  const size_t longest_queue_;
  absl::Mutex mu_;
  std::deque<std::function<void()>> queue_ ABSL_GUARDED_BY(mu_);
  size_t idle_ ABSL_GUARDED_BY(mu_) = 0;  // threads that wait for work
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<std::thread> threads_;  // only the owner's thread touches it
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_WORKER_POOL_H_
