#ifndef COLLIE_RELAY_LINK_READ_BUDGET_H_
#define COLLIE_RELAY_LINK_READ_BUDGET_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::relay {

// How much of what a member sent may wait for the store at once, over all its streams: past it the
// member's stream is not read, so that it waits in the network, at its sender. Thread-safe; its
// lock is innermost. Always in a shared_ptr.
class ReadBudget : public std::enable_shared_from_this<ReadBudget> {
 public:
  struct Options {
    size_t frames = 256;
    size_t bytes = 4 << 20;
  };
  // Counts as long as a copy of it lives.
  using Token = std::shared_ptr<const void>;

  ReadBudget() : ReadBudget(Options{}) {}
  explicit ReadBudget(Options options) : options_(options) {}

  // Counts a frame that was read: one frame may pass the limit.
  Token Reserve(size_t bytes) ABSL_LOCKS_EXCLUDED(mu_);
  // True: there is room. False: `resume` is called, once, as soon as there is, on the thread that
  // lets the last token go; it must not block, nor take a lock under which tokens are let go.
  bool HasRoomOr(std::function<void()> resume) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  void Release(size_t bytes) ABSL_LOCKS_EXCLUDED(mu_);
  bool HasSpaceLocked() const ABSL_SHARED_LOCKS_REQUIRED(mu_) {
    return frames_ < options_.frames && bytes_ < options_.bytes;
  }

  const Options options_;
  mutable absl::Mutex mu_;
  size_t frames_ ABSL_GUARDED_BY(mu_) = 0;
  size_t bytes_ ABSL_GUARDED_BY(mu_) = 0;
  std::vector<std::function<void()>> waiting_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_READ_BUDGET_H_
