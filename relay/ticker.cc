#include "relay/ticker.h"

#include <algorithm>

#include "crew/threads/named_thread.h"

namespace collie::relay {

void Ticker::Start() {
  thread_ = threads::StartNamed("ticker", [this] { Loop(); });
}

void Ticker::Stop() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void Ticker::Notify() {
  absl::MutexLock lock(&mu_);
  woken_ = true;
  changed_.NotifyAll();
}

void Ticker::Loop() {
  const auto must_check = [this]()
                              ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return stopping_ || woken_; };
  clock::Steady next_second = clock_.Now() + absl::Seconds(1);
  while (true) {
    clock::Steady next = next_second;
    if (const auto deadline = work_.next_deadline()) next = std::min(next, *deadline);
    {
      absl::MutexLock lock(&mu_);
      changed_.Await(mu_, must_check, next - clock_.Now());
      woken_ = false;
      if (stopping_) return;
    }
    work_.at_deadline();
    if (clock_.Now() < next_second) continue;
    work_.every_second();
    next_second = clock_.Now() + absl::Seconds(1);
  }
}

}  // namespace collie::relay
