#include "relay/fanout/wakers.h"

#include <utility>

namespace collie::relay {

void Wakers::Add(std::weak_ptr<Wakeable> waiting) {
  absl::MutexLock lock(&mu_);
  std::erase_if(waiting_, [](const auto& other) { return other.expired(); });
  waiting_.push_back(std::move(waiting));
}

void Wakers::WakeAll() {
  std::vector<std::weak_ptr<Wakeable>> waiting;
  {
    absl::MutexLock lock(&mu_);
    waiting = waiting_;
  }
  for (const auto& one : waiting) {
    if (const auto alive = one.lock()) alive->Wake();
  }
}

}  // namespace collie::relay
