#include "relay/link/read_budget.h"

#include <utility>

namespace collie::relay {

ReadBudget::Token ReadBudget::Reserve(size_t bytes) {
  {
    absl::MutexLock lock(&mu_);
    ++frames_;
    bytes_ += bytes;
  }
  return Token(this, [self = shared_from_this(), bytes](const void*) { self->Release(bytes); });
}

bool ReadBudget::HasRoomOr(std::function<void()> resume) {
  absl::MutexLock lock(&mu_);
  if (HasSpaceLocked()) return true;
  waiting_.push_back(std::move(resume));
  return false;
}

void ReadBudget::Spend(size_t bytes) {
  absl::MutexLock lock(&mu_);
  rate_.Spend(bytes, clock_.Now());
}

void ReadBudget::Release(size_t bytes) {
  {
    absl::MutexLock lock(&mu_);
    --frames_;
    bytes_ -= bytes;
  }
  Resume();
}

void ReadBudget::Tick() { Resume(); }

void ReadBudget::Resume() {
  std::vector<std::function<void()>> ready;
  {
    absl::MutexLock lock(&mu_);
    if (HasSpaceLocked()) ready.swap(waiting_);
  }
  for (const std::function<void()>& resume : ready) resume();
}

}  // namespace collie::relay
