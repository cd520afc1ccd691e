#ifndef COLLIE_CREW_THREADS_TIMEOUT_H_
#define COLLIE_CREW_THREADS_TIMEOUT_H_

#include <functional>
#include <string_view>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/threads/steady_condition.h"

namespace collie::threads {

// Does something once a span of the steady clock has passed, unless it is destroyed before.
class Timeout {
 public:
  // `name`: as of StartNamed. `work` runs on a thread of its own, with no lock held.
  Timeout(std::string_view name, absl::Duration after, std::function<void()> work);
  // Returns once work under way is done.
  ~Timeout();
  Timeout(const Timeout&) = delete;
  Timeout& operator=(const Timeout&) = delete;

 private:
  bool IsDroppedInTime() ABSL_LOCKS_EXCLUDED(mu_);

  const absl::Duration after_;
  absl::Mutex mu_;
  SteadyCondition changed_;
  bool dropped_ ABSL_GUARDED_BY(mu_) = false;
  std::thread thread_;  // last: it starts once the rest is there
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_TIMEOUT_H_
