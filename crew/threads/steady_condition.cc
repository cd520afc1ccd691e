#include "crew/threads/steady_condition.h"

#include <algorithm>
#include <chrono>

namespace collie::threads {
namespace {

using std::chrono::steady_clock;

// The longest single wait: an instant of the steady clock plus this does not overflow.
constexpr absl::Duration kLongest = absl::Hours(24);

// absl::Mutex under the names that the standard library calls. The waits below are annotated for
// the mutex itself, which is held when they begin and when they return.
class AsLock {
 public:
  explicit AsLock(absl::Mutex& mu) : mu_(mu) {}
  void lock() ABSL_NO_THREAD_SAFETY_ANALYSIS { mu_.Lock(); }
  void unlock() ABSL_NO_THREAD_SAFETY_ANALYSIS { mu_.Unlock(); }

 private:
  absl::Mutex& mu_;
};

}  // namespace

void SteadyCondition::WaitFor(absl::Mutex& mu, absl::Duration most) {
  if (most <= absl::ZeroDuration()) return;
  AsLock lock(mu);
  condition_.wait_until(lock,
                        steady_clock::now() + absl::ToChronoNanoseconds(std::min(most, kLongest)));
}

bool SteadyCondition::Await(absl::Mutex& mu, absl::FunctionRef<bool()> holds, absl::Duration most) {
  const auto begun = steady_clock::now();
  while (!holds()) {
    const absl::Duration left = most - absl::FromChrono(steady_clock::now() - begun);
    if (left <= absl::ZeroDuration()) return false;
    WaitFor(mu, left);
  }
  return true;
}

}  // namespace collie::threads
