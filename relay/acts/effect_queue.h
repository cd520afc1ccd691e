#ifndef COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_
#define COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_

#include <deque>
#include <functional>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::relay {

// What a decision causes outside: added while the decision's lock is held, run after it, in the
// order of the decisions and one at a time, whichever threads add. Thread-safe. Its lock is
// innermost.
class EffectQueue {
 public:
  using Effect = std::function<void()>;

  void Add(Effect effect);
  // Runs what is there, and what comes meanwhile, unless a thread is at it already (that one then
  // runs it). Call with no lock held; an effect may call it.
  void Run();

 private:
  // False: nothing is left, or another thread runs.
  bool Next(bool& running, Effect& effect);

  absl::Mutex mu_;
  bool is_running_ ABSL_GUARDED_BY(mu_) = false;
  std::deque<Effect> effects_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_
