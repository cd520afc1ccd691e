#ifndef COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_
#define COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/executor.h"
#include "relay/acts/act_effect.h"

namespace collie::relay {

// What decisions cause outside, carried out on an executor with no lock held: those of a lane
// (effect_lane.h) in the order of the decisions, one at a time, and the lanes beside each other, as
// many as the executor runs at once. Thread-safe. Its lock is innermost.
class EffectQueue {
 public:
  // Both outlive the queue. `carry_out` may add and run.
  EffectQueue(threads::Executor& executor, std::function<void(const ActEffect&)> carry_out);
  // Waits for what is being carried out.
  ~EffectQueue() { Finish(); }

  // Only adds, so that the lock of the decision may be held.
  void Add(ActEffects effects);
  // Has what was added carried out. Call with no lock held.
  void Run();
  // Returns once nothing is left. Call with no lock held, and not from an effect.
  void Finish();

 private:
  struct Lane {
    std::deque<ActEffect> effects;
    bool is_running = false;
  };

  // Carries out what a lane has until nothing is left.
  void Work(size_t lane);
  bool Next(size_t lane, ActEffect& effect);
  bool IsIdle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return running_ == 0; }

  threads::Executor& executor_;
  const std::function<void(const ActEffect&)> carry_out_;
  absl::Mutex mu_;
  std::vector<Lane> lanes_ ABSL_GUARDED_BY(mu_);
  std::vector<size_t> due_ ABSL_GUARDED_BY(mu_);  // lanes that have effects and do not run
  size_t running_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_
