#include "crew/threads/timeout.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::threads {

Timeout::Timeout(std::string_view name, absl::Duration after, std::function<void()> work)
    : after_(after), thread_(StartNamed(name, [this, work = std::move(work)] {
        if (!IsDroppedInTime()) work();
      })) {}

Timeout::~Timeout() {
  {
    absl::MutexLock lock(&mu_);
    dropped_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

bool Timeout::IsDroppedInTime() {
  const auto is_dropped = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return dropped_; };
  absl::MutexLock lock(&mu_);
  return changed_.Await(mu_, is_dropped, after_);
}

}  // namespace collie::threads
