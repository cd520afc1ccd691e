#include "crew/clock/clock.h"

#include <chrono>

#include "absl/time/clock.h"

namespace collie::clock {
namespace {

class MachineClock final : public Clock {
 public:
  Steady Now() const override {
    return Steady(absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch()));
  }
  absl::Time Wall() const override { return absl::Now(); }
};

}  // namespace

const Clock& SystemClock() {
  static const MachineClock clock;
  return clock;
}

}  // namespace collie::clock
