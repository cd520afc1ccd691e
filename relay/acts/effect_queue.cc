#include "relay/acts/effect_queue.h"

#include <utility>

namespace collie::relay {

void EffectQueue::Add(Effect effect) {
  absl::MutexLock lock(&mu_);
  effects_.push_back(std::move(effect));
}

void EffectQueue::Run() {
  bool is_ours = false;
  Effect effect;
  while (Next(is_ours, effect)) effect();
}

bool EffectQueue::Next(bool& running, Effect& effect) {
  effect = nullptr;  // what it captured goes before the lock
  absl::MutexLock lock(&mu_);
  if (!running && is_running_) return false;
  running = is_running_ = !effects_.empty();
  if (!running) return false;
  effect = std::move(effects_.front());
  effects_.pop_front();
  return true;
}

}  // namespace collie::relay
