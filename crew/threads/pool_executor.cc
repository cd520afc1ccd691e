#include "crew/threads/pool_executor.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::threads {

PoolExecutor::PoolExecutor(std::string_view name, int threads) {
  for (int i = 0; i < threads; ++i) threads_.push_back(StartNamed(name, [this] { Work(); }));
}

PoolExecutor::~PoolExecutor() {
  {
    absl::MutexLock lock(&mu_);
    is_ending_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
}

void PoolExecutor::Post(std::function<void()> call) {
  absl::MutexLock lock(&mu_);
  calls_.push_back(std::move(call));
}

void PoolExecutor::Work() {
  while (true) {
    std::function<void()> call;
    {
      absl::MutexLock lock(&mu_);
      mu_.Await(absl::Condition(
          +[](PoolExecutor* self)
               ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mu_) { return self->HasWork(); },
          this));
      if (calls_.empty()) return;
      call = std::move(calls_.front());
      calls_.pop_front();
    }
    call();
  }
}

}  // namespace collie::threads
