#ifndef COLLIE_CREW_THREADS_BLOCKING_CALLS_H_
#define COLLIE_CREW_THREADS_BLOCKING_CALLS_H_

#include <deque>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::threads {

// A few threads for calls that wait for a disk or an agent, so that the threads of gRPC never do.
// Bounded: a call past the bound is refused. Thread-safe.
class BlockingCalls {
 public:
  static constexpr size_t kWaiting = 256;

  // `name`: as of StartNamed.
  explicit BlockingCalls(int threads, std::string_view name = "calls");
  // Runs what was accepted, then ends the threads.
  ~BlockingCalls();

  // False: too many wait; the call will not be made.
  bool Run(std::function<void()> call);

 private:
  void Work() ABSL_LOCKS_EXCLUDED(mu_);
  bool HasWorkLocked() const ABSL_SHARED_LOCKS_REQUIRED(mu_) {
    return ending_ || !waiting_.empty();
  }

  absl::Mutex mu_;
  std::deque<std::function<void()>> waiting_ ABSL_GUARDED_BY(mu_);
  bool ending_ ABSL_GUARDED_BY(mu_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_BLOCKING_CALLS_H_
