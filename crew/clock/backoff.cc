#include "crew/clock/backoff.h"

#include <algorithm>

namespace collie::clock {

absl::Duration Backoff::Next() {
  const absl::Duration ceiling =
      std::min(options_.most, options_.first * (int64_t{1} << doublings_));
  if (ceiling < options_.most) ++doublings_;
  return ceiling * random_.Fraction();
}

}  // namespace collie::clock
