#include "crew/threads/blocking_calls.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::threads {

BlockingCalls::BlockingCalls(int threads, std::string_view name) {
  for (int i = 0; i < threads; ++i) threads_.push_back(StartNamed(name, [this] { Work(); }));
}

BlockingCalls::~BlockingCalls() {
  {
    absl::MutexLock lock(&mu_);
    ending_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
}

bool BlockingCalls::Run(std::function<void()> call) {
  absl::MutexLock lock(&mu_);
  if (ending_ || waiting_.size() >= kWaiting) return false;
  waiting_.push_back(std::move(call));
  return true;
}

void BlockingCalls::Work() {
  while (true) {
    std::function<void()> call;
    {
      absl::MutexLock lock(&mu_);
      mu_.Await(absl::Condition(this, &BlockingCalls::HasWorkLocked));
      if (waiting_.empty()) return;
      call = std::move(waiting_.front());
      waiting_.pop_front();
    }
    call();
  }
}

}  // namespace collie::threads
