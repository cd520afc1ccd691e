#ifndef COLLIE_CREW_CLOCK_CLOCK_H_
#define COLLIE_CREW_CLOCK_CLOCK_H_

#include "absl/time/time.h"

namespace collie::clock {

// An instant on this process's steady clock. It is of no use to another process and cannot be mixed
// up with wall time: ages and deadlines are made of these, never of absl::Time.
class Steady {
 public:
  constexpr Steady() = default;
  constexpr explicit Steady(absl::Duration since_origin) : since_origin_(since_origin) {}

  friend absl::Duration operator-(Steady a, Steady b) { return a.since_origin_ - b.since_origin_; }
  friend Steady operator+(Steady a, absl::Duration d) { return Steady(a.since_origin_ + d); }
  friend Steady operator-(Steady a, absl::Duration d) { return Steady(a.since_origin_ - d); }
  friend bool operator==(Steady a, Steady b) { return a.since_origin_ == b.since_origin_; }
  friend bool operator<(Steady a, Steady b) { return a.since_origin_ < b.since_origin_; }
  friend bool operator>(Steady a, Steady b) { return b < a; }
  friend bool operator<=(Steady a, Steady b) { return !(b < a); }
  friend bool operator>=(Steady a, Steady b) { return !(a < b); }

 private:
  absl::Duration since_origin_;
};

// The only source of time. Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Now, for ages and deadlines.
  virtual Steady Now() const = 0;
  // Now, for people: what is written into receipts and logs. Nothing is decided by it.
  virtual absl::Time Wall() const = 0;
};

// The machine's clocks. Lives for ever.
const Clock& SystemClock();

}  // namespace collie::clock

#endif  // COLLIE_CREW_CLOCK_CLOCK_H_
