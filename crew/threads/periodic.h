#ifndef COLLIE_CREW_THREADS_PERIODIC_H_
#define COLLIE_CREW_THREADS_PERIODIC_H_

#include <functional>
#include <string_view>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/threads/steady_condition.h"

namespace collie::threads {

// A thread that does its work at once and then each time that a span of the steady clock has passed
// since it was done, until it is destroyed.
class Periodic {
 public:
  // `name`: as of StartNamed. `work` runs on the thread, with no lock held, and may block.
  Periodic(std::string_view name, absl::Duration every, std::function<void()> work);
  // Returns once work under way is done.
  ~Periodic();
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;

 private:
  void Loop() ABSL_LOCKS_EXCLUDED(mu_);

  // Constant after construction.
  const absl::Duration every_;
  const std::function<void()> work_;

  absl::Mutex mu_;
  SteadyCondition changed_;
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;

  std::thread thread_;  // last: it starts once the rest is there
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_PERIODIC_H_
