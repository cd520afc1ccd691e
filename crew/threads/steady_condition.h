#ifndef COLLIE_CREW_THREADS_STEADY_CONDITION_H_
#define COLLIE_CREW_THREADS_STEADY_CONDITION_H_

#include <condition_variable>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace collie::threads {

// The one way to wait for a bounded time. Abseil's own timed waits go by the machine's wall clock:
// set back by an hour, it stops them for an hour. These go by the steady clock. Thread-safe.
//
// Unlike a condition of absl::Mutex it sees nothing by itself: who changes what a waiter checks
// calls NotifyAll, with the mutex held or after.
class SteadyCondition {
 public:
  // Waits until `holds`, or until `most` has passed; whether it holds now. `holds` runs with `mu`
  // held. Zero or less waits for nothing, an infinite time for ever.
  bool Await(absl::Mutex& mu, absl::FunctionRef<bool()> holds, absl::Duration most)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu);

  // Waits until NotifyAll, or until `most` has passed, or for no reason: the caller checks again.
  void WaitFor(absl::Mutex& mu, absl::Duration most) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu);

  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable_any condition_;
};

}  // namespace collie::threads

#endif  // COLLIE_CREW_THREADS_STEADY_CONDITION_H_
