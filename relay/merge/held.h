#ifndef COLLIE_RELAY_MERGE_HELD_H_
#define COLLIE_RELAY_MERGE_HELD_H_

#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::relay {

// Something large that a slow reader holds while it sends it in parts, and that may be given up
// under it. Thread-safe.
template <typename T>
class Held {
 public:
  explicit Held(std::shared_ptr<const T> value) : value_(std::move(value)) {}

  // Null: it was given up.
  std::shared_ptr<const T> Get() const ABSL_LOCKS_EXCLUDED(mu_) {
    absl::MutexLock lock(&mu_);
    return value_;
  }
  // From here on it keeps nothing in memory. What it held, for the caller to drop.
  std::shared_ptr<const T> GiveUp() ABSL_LOCKS_EXCLUDED(mu_) {
    absl::MutexLock lock(&mu_);
    return std::exchange(value_, nullptr);
  }

 private:
  mutable absl::Mutex mu_;
  std::shared_ptr<const T> value_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_HELD_H_
