#ifndef COLLIE_CREW_RETENTION_UPKEEP_H_
#define COLLIE_CREW_RETENTION_UPKEEP_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/clock/jump_watch.h"

namespace collie::retention {

// What a daemon's stores need now and then: the time that they served is made durable, what is too
// old is deleted, and a machine clock that jumped is named in the log. All of it goes by the steady
// clock. Not thread-safe: one thread ticks it.
class Upkeep {
 public:
  // How often the time served is made durable: what a crash may lose of it.
  static constexpr absl::Duration kCountEvery = absl::Minutes(1);

  struct Work {
    std::function<absl::Status()> count;    // makes the time served durable
    std::function<absl::Status()> compact;  // one pass over what is too old
  };

  // The first Tick compacts; later ones each time that `compact_every` has passed.
  Upkeep(const clock::Clock& clock, absl::Duration compact_every, Work work);
  // Counts once more.
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

  // Does what is due; call about once a second. Blocks on the disk. An error is logged once, until
  // it is another one or has gone.
  void Tick();

 private:
  // Work that is due again some time after it was done.
  struct Chore {
    std::function<absl::Status()> work;
    absl::Duration every;
    clock::Steady due;
    absl::Status logged;
  };

  void DoIfDue(Chore& chore, clock::Steady now);

  const clock::Clock& clock_;
  clock::JumpWatch jumps_;
  Chore count_;
  Chore compact_;
};

}  // namespace collie::retention

#endif  // COLLIE_CREW_RETENTION_UPKEEP_H_
