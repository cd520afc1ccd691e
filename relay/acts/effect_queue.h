#ifndef COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_
#define COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_

#include <deque>
#include <functional>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/executor.h"
#include "relay/acts/act_effect.h"

namespace collie::relay {

// What decisions cause outside, carried out on an executor in the order of the decisions, one at a
// time, with no lock held. Thread-safe. Its lock is innermost.
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
  // Carries out until nothing is left.
  void Work();
  bool Next(ActEffect& effect);
  bool IsIdle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return !is_running_; }

  threads::Executor& executor_;
  const std::function<void(const ActEffect&)> carry_out_;
  absl::Mutex mu_;
  bool is_running_ ABSL_GUARDED_BY(mu_) = false;
  std::deque<ActEffect> effects_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_EFFECT_QUEUE_H_
