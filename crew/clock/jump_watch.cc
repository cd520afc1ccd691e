#include "crew/clock/jump_watch.h"

#include "absl/strings/str_cat.h"

namespace collie::clock {

std::optional<absl::Duration> JumpWatch::CheckJump(Steady now, absl::Time wall) {
  const absl::Duration jump = (wall - wall_) - (now - steady_);
  steady_ = now;
  wall_ = wall;
  if (absl::AbsDuration(jump) < kSmallest) return std::nullopt;
  return jump;
}

std::string JumpSentence(absl::Duration jump) {
  const bool back = jump < absl::ZeroDuration();
  const std::string far =
      absl::FormatDuration(absl::Trunc(absl::AbsDuration(jump), absl::Seconds(1)));
  if (back) {
    return absl::StrCat("The machine's clock was set back by ", far,
                        ". Waits, deadlines and retention do not follow it; times in logs and "
                        "receipts do.");
  }
  return absl::StrCat("The machine's clock jumped ahead by ", far,
                      " (or the machine slept). Waits, deadlines and retention do not follow it; "
                      "times in logs and receipts do.");
}

}  // namespace collie::clock
