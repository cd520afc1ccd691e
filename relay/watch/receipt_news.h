#ifndef COLLIE_RELAY_WATCH_RECEIPT_NEWS_H_
#define COLLIE_RELAY_WATCH_RECEIPT_NEWS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/receipt.pb.h"

namespace collie::relay {

// The newest changes of receipts, for watchers to pick up where they left off. A watcher that falls
// behind by more than is kept misses some: the receipts themselves are in the store. Thread-safe.
class ReceiptNews {
 public:
  static constexpr size_t kKept = 1000;
  static constexpr size_t kKeptBytes = 16 << 20;

  void Add(const v1::Receipt& receipt) {
    absl::MutexLock lock(&mu_);
    kept_.push_back(receipt);
    bytes_ += receipt.ByteSizeLong();
    ++count_;
    while (kept_.size() > kKept || bytes_ > kKeptBytes) {
      bytes_ -= kept_.front().ByteSizeLong();
      kept_.pop_front();
    }
  }

  // Changes after the `*seen`th; `*seen` moves to the newest.
  std::vector<v1::Receipt> Since(uint64_t* seen) const {
    absl::MutexLock lock(&mu_);
    const uint64_t first = count_ - kept_.size();
    const uint64_t from = std::max(*seen, first);
    *seen = count_;
    return {kept_.begin() + static_cast<std::ptrdiff_t>(from - first), kept_.end()};
  }
  uint64_t count() const {
    absl::MutexLock lock(&mu_);
    return count_;
  }

 private:
  mutable absl::Mutex mu_;
  std::deque<v1::Receipt> kept_ ABSL_GUARDED_BY(mu_);
  size_t bytes_ ABSL_GUARDED_BY(mu_) = 0;
  uint64_t count_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_RECEIPT_NEWS_H_
