#include "relay/watch/notifier.h"

#include <utility>

namespace collie::relay {

Notifier::~Notifier() {
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(
      +[](Notifier* self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mu_) { return self->IsIdle(); },
      this));
}

void Notifier::Add(std::weak_ptr<Notifiable> waiting) {
  absl::MutexLock lock(&mu_);
  std::erase_if(waiting_, [](const auto& other) { return other.expired(); });
  waiting_.push_back(std::move(waiting));
}

void Notifier::NotifyAll() {
  {
    absl::MutexLock lock(&mu_);
    is_due_ = true;
    if (std::exchange(is_running_, true)) return;
  }
  executor_.Post([this] { RunRounds(); });
}

void Notifier::RunRounds() {
  while (true) {
    std::vector<std::weak_ptr<Notifiable>> waiting;
    {
      absl::MutexLock lock(&mu_);
      is_running_ = std::exchange(is_due_, false);
      if (!is_running_) return;
      waiting = waiting_;
    }
    for (const auto& one : waiting) {
      if (const auto alive = one.lock()) alive->Notify();
    }
  }
}

}  // namespace collie::relay
