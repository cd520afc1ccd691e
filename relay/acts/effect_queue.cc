#include "relay/acts/effect_queue.h"

#include <utility>

#include "relay/acts/effect_lane.h"

namespace collie::relay {
namespace {

// Lanes for each thread of the executor, so that one whose effect takes long shares its thread with
// few conversations.
constexpr size_t kLanesOfThread = 16;

size_t CountLanes(const threads::Executor& executor) {
  const int threads = executor.Parallelism();
  return threads <= 1 ? 1 : static_cast<size_t>(threads) * kLanesOfThread;
}

}  // namespace

EffectQueue::EffectQueue(threads::Executor& executor,
                         std::function<void(const ActEffect&)> carry_out)
    : executor_(executor), carry_out_(std::move(carry_out)), lanes_(CountLanes(executor)) {}

void EffectQueue::Add(ActEffects effects) {
  absl::MutexLock lock(&mu_);
  for (ActEffect& effect : effects) {
    const size_t number = LaneOf(effect) % lanes_.size();
    Lane& lane = lanes_[number];
    if (lane.effects.empty() && !lane.is_running) due_.push_back(number);
    lane.effects.push_back(std::move(effect));
  }
}

void EffectQueue::Run() {
  std::vector<size_t> due;
  {
    absl::MutexLock lock(&mu_);
    due.swap(due_);
    for (const size_t number : due) lanes_[number].is_running = true;
    running_ += due.size();
  }
  for (const size_t number : due) {
    executor_.Post([this, number] { Work(number); });
  }
}

void EffectQueue::Work(size_t lane) {
  ActEffect effect = DeadlineMoved{};
  while (Next(lane, effect)) carry_out_(effect);
}

bool EffectQueue::Next(size_t lane, ActEffect& effect) {
  effect = DeadlineMoved{};  // what the one before held goes before the lock
  absl::MutexLock lock(&mu_);
  Lane& at = lanes_[lane];
  if (at.effects.empty()) {
    at.is_running = false;
    --running_;
    return false;
  }
  effect = std::move(at.effects.front());
  at.effects.pop_front();
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
