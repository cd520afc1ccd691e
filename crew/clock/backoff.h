#ifndef COLLIE_CREW_CLOCK_BACKOFF_H_
#define COLLIE_CREW_CLOCK_BACKOFF_H_

#include "absl/time/time.h"
#include "crew/ids/random.h"

namespace collie::clock {

// How long to wait before the next try: full jitter over a doubling ceiling, so that a crew whose
// lead returns does not return in step. Not thread-safe.
class Backoff {
 public:
  struct Options {
    absl::Duration first = absl::Milliseconds(250);  // ceiling of the first wait
    absl::Duration most = absl::Seconds(30);         // ceiling of every later wait
  };

  Backoff(Options options, ids::RandomSource& random) : options_(options), random_(random) {}

  // The next wait: anything from zero to the ceiling, which then doubles.
  absl::Duration Next();
  // The other side spoke: the next wait is a first one again. A mere connection is no reason to
  // call this, or a peer that accepts and hangs up is dialled in a tight loop.
  void Reset() { doublings_ = 0; }

 private:
  const Options options_;
  ids::RandomSource& random_;
  int doublings_ = 0;
};

}  // namespace collie::clock

#endif  // COLLIE_CREW_CLOCK_BACKOFF_H_
