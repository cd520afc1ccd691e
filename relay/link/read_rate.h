#ifndef COLLIE_RELAY_LINK_READ_RATE_H_
#define COLLIE_RELAY_LINK_READ_RATE_H_

#include <algorithm>
#include <cstddef>

#include "crew/clock/clock.h"

namespace collie::relay {

// How fast a member is read: so many frames and bytes a second, and more at once where it was quiet
// before, as one is that returns with all that it shows. One frame may pass the limit. Pure; not
// thread-safe.
class ReadRate {
 public:
  struct Options {
    double frames_a_second = 5000;
    double frames_at_once = 20'000;
    double bytes_a_second = 32 << 20;
    double bytes_at_once = 96 << 20;
  };

  ReadRate(Options options, clock::Steady now)
      : options_(options),
        at_(now),
        frames_(options.frames_at_once),
        bytes_(options.bytes_at_once) {}

  // A frame was read.
  void Spend(size_t bytes, clock::Steady now) {
    Refill(now);
    frames_ -= 1;
    bytes_ -= static_cast<double>(bytes);
  }
  // Whether the next may be read now.
  bool HasRoom(clock::Steady now) {
    Refill(now);
    return frames_ > 0 && bytes_ > 0;
  }

 private:
  void Refill(clock::Steady now) {
    const double passed = absl::ToDoubleSeconds(now - at_);
    at_ = now;
    frames_ = std::min(options_.frames_at_once, frames_ + passed * options_.frames_a_second);
    bytes_ = std::min(options_.bytes_at_once, bytes_ + passed * options_.bytes_a_second);
  }

  const Options options_;
  clock::Steady at_;
  double frames_;
  double bytes_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_READ_RATE_H_
