#ifndef COLLIE_EDGE_ACTS_WORK_POOL_H_
#define COLLIE_EDGE_ACTS_WORK_POOL_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::edge {

// A fixed number of threads that take work in order. Thread-safe.
class WorkPool {
 public:
  using Work = std::function<void()>;

  // At most `queue` pieces of work wait for a thread.
  WorkPool(int threads, size_t queue);
  // Stops.
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // False: the queue is full, or the pool has stopped; the work will not run.
  bool Add(Work work) ABSL_LOCKS_EXCLUDED(mu_);
  // Takes no more work, does what waits, and returns once all is done. Not from a piece of work.
  void Stop() ABSL_LOCKS_EXCLUDED(mu_, stop_mu_);

 private:
  void Loop() ABSL_LOCKS_EXCLUDED(mu_);
  bool HasNews() const ABSL_SHARED_LOCKS_REQUIRED(mu_) { return is_stopped_ || !work_.empty(); }

  const size_t queue_;
  absl::Mutex stop_mu_ ABSL_ACQUIRED_BEFORE(mu_);  // held while the threads end
  absl::Mutex mu_;
  std::deque<Work> work_ ABSL_GUARDED_BY(mu_);
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(stop_mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_WORK_POOL_H_
