#ifndef COLLIE_TESTS_SUPPORT_SIMULATED_CLOCK_H_
#define COLLIE_TESTS_SUPPORT_SIMULATED_CLOCK_H_

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"

namespace collie::tests {

// A clock that a test moves. Both kinds of time move together, unless the wall clock jumps.
// Thread-safe.
class SimulatedClock final : public clock::Clock {
 public:
  clock::Steady Now() const override {
    absl::MutexLock lock(&mu_);
    return clock::Steady(absl::Seconds(1000) + passed_);
  }
  absl::Time Wall() const override {
    absl::MutexLock lock(&mu_);
    return absl::FromUnixSeconds(1764460800) + passed_ + jumped_;
  }
  void Advance(absl::Duration by) {
    absl::MutexLock lock(&mu_);
    passed_ += by;
  }

  // Sets the wall clock alone: ahead, or below zero back.
  void JumpWall(absl::Duration by) {
    absl::MutexLock lock(&mu_);
    jumped_ += by;
  }

 private:
  mutable absl::Mutex mu_;
  absl::Duration passed_ ABSL_GUARDED_BY(mu_) = absl::ZeroDuration();
  absl::Duration jumped_ ABSL_GUARDED_BY(mu_) = absl::ZeroDuration();
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_SUPPORT_SIMULATED_CLOCK_H_
