#include "relay/acts/effect_queue.h"

#include <iterator>
#include <utility>

namespace collie::relay {

EffectQueue::EffectQueue(threads::Executor& executor,
                         std::function<void(const ActEffect&)> carry_out)
    : executor_(executor), carry_out_(std::move(carry_out)) {}

void EffectQueue::Add(ActEffects effects) {
  absl::MutexLock lock(&mu_);
  effects_.insert(effects_.end(), std::make_move_iterator(effects.begin()),
                  std::make_move_iterator(effects.end()));
}

void EffectQueue::Run() {
  {
    absl::MutexLock lock(&mu_);
    if (is_running_ || effects_.empty()) return;
    is_running_ = true;
  }
  executor_.Post([this] { Work(); });
}

void EffectQueue::Work() {
  ActEffect effect = DeadlineMoved{};
  while (Next(effect)) carry_out_(effect);
}

bool EffectQueue::Next(ActEffect& effect) {
  effect = DeadlineMoved{};  // what the one before held goes before the lock
  absl::MutexLock lock(&mu_);
  is_running_ = !effects_.empty();
  if (!is_running_) return false;
  effect = std::move(effects_.front());
  effects_.pop_front();
  return true;
}

void EffectQueue::Finish() {
  Run();
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(
      +[](EffectQueue* queue) ABSL_EXCLUSIVE_LOCKS_REQUIRED(queue->mu_) { return queue->IsIdle(); },
      this));
}

}  // namespace collie::relay
