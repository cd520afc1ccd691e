#include "edge/acts/work_pool.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::edge {

WorkPool::WorkPool(int threads, size_t queue) : queue_(queue) {
  absl::MutexLock stopping(&stop_mu_);
  for (int i = 0; i < threads; ++i)
    threads_.push_back(threads::StartNamed("act", [this] { Loop(); }));
}

WorkPool::~WorkPool() { Stop(); }

bool WorkPool::Add(Work work) {
  absl::MutexLock lock(&mu_);
  if (is_stopped_ || work_.size() >= queue_) return false;
  work_.push_back(std::move(work));
  return true;
}

void WorkPool::Stop() {
  absl::MutexLock stopping(&stop_mu_);
  {
    absl::MutexLock lock(&mu_);
    is_stopped_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkPool::Loop() {
  for (;;) {
    Work work;
    {
      absl::MutexLock lock(&mu_);
      mu_.Await(absl::Condition(this, &WorkPool::HasNews));
      if (work_.empty()) return;
      work = std::move(work_.front());
      work_.pop_front();
    }
    work();
  }
}

}  // namespace collie::edge
