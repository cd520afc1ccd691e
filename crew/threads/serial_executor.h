#ifndef COLLIE_CREW_THREADS_SERIAL_EXECUTOR_H_
#define COLLIE_CREW_THREADS_SERIAL_EXECUTOR_H_

#include <deque>
#include <functional>
#include <string_view>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/executor.h"

namespace collie::threads {

// One thread that runs calls in the order they were posted. A component posts one call at a time
// and keeps its own queue, so that what waits here is bounded by the number of components.
// Thread-safe.
class SerialExecutor final : public Executor {
 public:
  // `name`: as of StartNamed.
  explicit SerialExecutor(std::string_view name);
  // Runs what was posted, then ends the thread.
  ~SerialExecutor() override;

  void Post(std::function<void()> call) override;

 private:
  void Work();
  bool HasWork() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return is_ending_ || !calls_.empty(); }

  absl::Mutex mu_;
  std::deque<std::function<void()>> calls_ ABSL_GUARDED_BY(mu_);
  bool is_ending_ ABSL_GUARDED_BY(mu_) = false;
  std::thread thread_;
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_SERIAL_EXECUTOR_H_
