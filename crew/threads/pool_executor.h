#ifndef COLLIE_CREW_THREADS_POOL_EXECUTOR_H_
#define COLLIE_CREW_THREADS_POOL_EXECUTOR_H_

#include <deque>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/executor.h"

namespace collie::threads {

// A few threads that run calls in no order. A component that needs one posts one call at a time and
// keeps its own queues, so that what waits here is bounded by their number. Thread-safe.
class PoolExecutor final : public Executor {
 public:
  // `name`: as of StartNamed.
  PoolExecutor(std::string_view name, int threads);
  // Runs what was posted, then ends the threads.
  ~PoolExecutor() override;

  void Post(std::function<void()> call) override;
  int Parallelism() const override { return static_cast<int>(threads_.size()); }

 private:
  void Work();
  bool HasWork() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return is_ending_ || !calls_.empty(); }

  absl::Mutex mu_;
  std::deque<std::function<void()>> calls_ ABSL_GUARDED_BY(mu_);
  bool is_ending_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<std::thread> threads_;  // last: they start once the rest is there
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_POOL_EXECUTOR_H_
