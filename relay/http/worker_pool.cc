#include "relay/http/worker_pool.h"

#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::relay {

WorkerPool::WorkerPool(size_t threads, size_t queue) : longest_queue_(queue), idle_(threads) {
  threads_.reserve(threads);
  for (size_t i = 0; i < threads; ++i)
    threads_.push_back(threads::StartNamed("http", [this] { Work(); }));
}

WorkerPool::~WorkerPool() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
}

bool WorkerPool::TryRun(std::function<void()> task) {
  absl::MutexLock lock(&mu_);
  if (stopping_ || queue_.size() >= longest_queue_ + idle_) return false;
  queue_.push_back(std::move(task));
  return true;
}

void WorkerPool::Work() {
  mu_.Lock();
  while (true) {
    mu_.Await(absl::Condition(this, &WorkerPool::HasWorkLocked));
    if (queue_.empty()) break;
    std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
    --idle_;
    mu_.Unlock();
    task();
    task = nullptr;
    mu_.Lock();
    ++idle_;
  }
  mu_.Unlock();
}

}  // namespace collie::relay
