#include "crew/threads/periodic.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::threads {

Periodic::Periodic(std::string_view name, absl::Duration every, std::function<void()> work)
    : every_(every), work_(std::move(work)), thread_(StartNamed(name, [this] { Loop(); })) {}

Periodic::~Periodic() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

void Periodic::Loop() {
  while (true) {
    work_();
    const auto is_stopping = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return stopping_; };
    absl::MutexLock lock(&mu_);
    if (changed_.Await(mu_, is_stopping, every_)) return;
  }
}

}  // namespace collie::threads
