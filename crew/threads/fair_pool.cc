#include "crew/threads/fair_pool.h"

#include <algorithm>
#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::threads {

FairPool::FairPool(const Options& options) : options_(options) {
  std::vector<std::thread> threads;
  {
    absl::MutexLock lock(&mu_);
    serving_ = options.threads;
  }
  for (int i = 0; i < options.threads; ++i) {
    threads.push_back(StartNamed(options.name, [this] { Loop(); }));
  }
  absl::MutexLock lock(&mu_);
  threads_ = std::move(threads);
}

FairPool::~FairPool() { Stop(); }

bool FairPool::Add(const std::string& lane, Work work, size_t cost) {
  const size_t most_of_lane = std::max<size_t>(1, options_.queue / 4);
  absl::MutexLock lock(&mu_);
  if (is_stopped_ || waiting_cost_ + cost > options_.queue) return false;
  Lane& at = lanes_[lane];
  if (at.cost + cost > most_of_lane && !at.waiting.empty()) return false;
  if (at.waiting.empty()) turn_.push_back(lane);
  at.waiting.push_back({std::move(work), cost});
  at.cost += cost;
  waiting_cost_ += cost;
  return true;
}

void FairPool::Stop() {
  std::vector<std::thread> threads;
  {
    absl::MutexLock lock(&mu_);
    is_stopped_ = true;
    threads.swap(threads_);
  }
  for (std::thread& thread : threads) thread.join();
  // Another Stop may be joining them.
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(this, &FairPool::AllEnded));
}

void FairPool::Loop() {
  std::string lane;
  Work work;
  while (TakeWork(&lane, &work)) {
    work();
    work = nullptr;  // what it captured goes before the lock
    Done(lane);
  }
  absl::MutexLock lock(&mu_);
  --serving_;
}

size_t FairPool::NextLocked() const {
  const int most = 2 * busy_ < options_.threads ? options_.per_lane : 1;
  size_t next = 0;
  while (next < turn_.size() && lanes_.at(turn_[next]).running >= most) ++next;
  return next;
}

bool FairPool::HasNews() const {
  return NextLocked() < turn_.size() || (is_stopped_ && turn_.empty());
}

bool FairPool::TakeWork(std::string* lane, Work* work) {
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(this, &FairPool::HasNews));
  const size_t next = NextLocked();
  if (next == turn_.size()) return false;
  *lane = turn_[next];
  turn_.erase(turn_.begin() + static_cast<ptrdiff_t>(next));
  Lane& at = lanes_[*lane];
  *work = std::move(at.waiting.front().work);
  at.cost -= at.waiting.front().cost;
  waiting_cost_ -= at.waiting.front().cost;
  at.waiting.pop_front();
  if (!at.waiting.empty()) turn_.push_back(*lane);
  ++at.running;
  ++busy_;
  return true;
}

void FairPool::Done(const std::string& lane) {
  absl::MutexLock lock(&mu_);
  --busy_;
  const auto at = lanes_.find(lane);
  if (--at->second.running == 0 && at->second.waiting.empty()) lanes_.erase(at);
}

}  // namespace collie::threads
