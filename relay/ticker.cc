#include "relay/ticker.h"

#include <algorithm>

namespace collie::relay {

void Ticker::Start() {
  thread_ = std::thread([this] { Loop(); });
}

void Ticker::Stop() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
  }
  if (thread_.joinable()) thread_.join();
}

void Ticker::Wake() {
  absl::MutexLock lock(&mu_);
  woken_ = true;
}

void Ticker::Loop() {
  const auto must_look = [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopping_ || woken_; };
  clock::Steady next_second = clock_.Now() + absl::Seconds(1);
  while (true) {
    clock::Steady next = next_second;
    if (const auto deadline = work_.next_deadline()) next = std::min(next, *deadline);
    {
      absl::MutexLock lock(&mu_);
      mu_.AwaitWithTimeout(absl::Condition(&must_look), next - clock_.Now());
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
