#include "relay/watch/notifier.h"

#include <utility>

namespace collie::relay {
namespace {

// Whether `key` is `root` or below it.
bool IsWithin(const ids::ConversationKey& key, const ids::ConversationKey& root) {
  return (root.member.empty() || key.member == root.member) &&
         (root.source.empty() || key.source == root.source) &&
         (root.pane.empty() || key.pane == root.pane);
}

}  // namespace

Notifier::~Notifier() {
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(
      +[](Notifier* self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mu_) { return self->IsIdle(); },
      this));
}

uint64_t Notifier::Add(const ids::ConversationKey& scope, const std::set<Topic>& topics,
                       std::weak_ptr<Notifiable> waiting) {
  absl::MutexLock lock(&mu_);
  const uint64_t number = next_++;
  scopes_[number] = scope;
  waiting_[{scope, number}] = {topics, std::move(waiting)};
  return number;
}

void Notifier::Drop(uint64_t number) {
  absl::MutexLock lock(&mu_);
  const auto found = scopes_.find(number);
  if (found == scopes_.end()) return;
  waiting_.erase({found->second, number});
  scopes_.erase(found);
}

void Notifier::Notify(Topic topic, const std::vector<ids::ConversationKey>& keys) {
  {
    absl::MutexLock lock(&mu_);
    if (due_.size() + keys.size() > kDue) {
      due_.insert({topic, {}});
    } else {
      for (const ids::ConversationKey& key : keys) due_.insert({topic, key});
    }
    if (due_.empty() || std::exchange(is_running_, true)) return;
  }
  executor_.Post([this] { RunRounds(); });
}

void Notifier::RunRounds() {
  while (true) {
    Round round;
    {
      absl::MutexLock lock(&mu_);
      is_running_ = !due_.empty();
      if (!is_running_) return;
      round = TakeRoundLocked();
    }
    for (const auto& [number, waiting] : round) {
      if (const auto alive = waiting.lock()) alive->Notify();
    }
  }
}

Notifier::Round Notifier::TakeRoundLocked() {
  Round round;
  for (const auto& [topic, key] : std::exchange(due_, {})) {
    AddScopeLocked(topic, key, /*below=*/key.pane.empty(), round);
    // Those whose scope holds the key.
    if (!key.pane.empty()) AddScopeLocked(topic, {key.member, key.source, ""}, false, round);
    if (!key.source.empty()) AddScopeLocked(topic, {key.member, "", ""}, false, round);
    if (!key.member.empty()) AddScopeLocked(topic, {}, false, round);
  }
  return round;
}

void Notifier::AddScopeLocked(Topic topic, const ids::ConversationKey& scope, bool below,
                              Round& round) {
  for (auto it = waiting_.lower_bound({scope, 0}); it != waiting_.end(); ++it) {
    const auto& [key, number] = it->first;
    if (below ? !IsWithin(key, scope) : !(key == scope)) return;
    if (it->second.topics.contains(topic)) round[number] = it->second.waiting;
  }
}

}  // namespace collie::relay
