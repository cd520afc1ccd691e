#ifndef COLLIE_CREW_CLOCK_JUMP_WATCH_H_
#define COLLIE_CREW_CLOCK_JUMP_WATCH_H_

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "crew/clock/clock.h"

namespace collie::clock {

// Sees when the machine's wall clock jumps: when it moved otherwise than the steady clock between
// two looks. Nothing is decided by it; it is logged for the readers of its times. Pure; not
// thread-safe.
class JumpWatch {
 public:
  // A smaller difference between two checks is no jump but a clock that is being adjusted.
  static constexpr absl::Duration kSmallest = absl::Seconds(2);

  JumpWatch(Steady now, absl::Time wall) : steady_(now), wall_(wall) {}

  // How far the wall clock jumped since the last check: above zero forward, below zero back.
  std::optional<absl::Duration> CheckJump(Steady now, absl::Time wall);

 private:
  Steady steady_;
  absl::Time wall_;
};

// The one line about a jump, for the log.
std::string JumpSentence(absl::Duration jump);

}  // namespace collie::clock

#endif  // COLLIE_CREW_CLOCK_JUMP_WATCH_H_
