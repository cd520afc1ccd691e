#ifndef COLLIE_RELAY_LINK_READ_BUDGET_H_
#define COLLIE_RELAY_LINK_READ_BUDGET_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "relay/link/read_rate.h"

namespace collie::relay {

// How much of what a member sent may wait for the store at once, and how fast it is read, over all
// its streams: past it the member's stream is not read, so that it waits in the network, at its
// sender, and nothing is dropped. Thread-safe; its lock is innermost. Always in a shared_ptr.
class ReadBudget : public std::enable_shared_from_this<ReadBudget> {
 public:
  struct Options {
    size_t frames = 256;
    size_t bytes = 4 << 20;
    ReadRate::Options rate = {};
  };
  // Counts as long as a copy of it lives.
  using Token = std::shared_ptr<const void>;

  ReadBudget() : ReadBudget(Options{}) {}
  // The clock outlives it.
  explicit ReadBudget(Options options, const clock::Clock& clock = clock::SystemClock())
      : options_(options), clock_(clock), rate_(options.rate, clock.Now()) {}

  // Counts a frame that was read, once.
  void Spend(size_t bytes) ABSL_LOCKS_EXCLUDED(mu_);
  // Counts one that waits for the store: one frame may pass the limit.
  Token Reserve(size_t bytes) ABSL_LOCKS_EXCLUDED(mu_);
  // True: there is room. False: `resume` is called, once, as soon as there is, on the thread that
  // lets the last token go, or of Tick; it must not block, nor take a lock under which tokens are
  // let go.
  bool HasRoomOr(std::function<void()> resume) ABSL_LOCKS_EXCLUDED(mu_);
  // Resumes what waited for time to pass. Call about once a second.
  void Tick() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  void Release(size_t bytes) ABSL_LOCKS_EXCLUDED(mu_);
  bool HasSpaceLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    return frames_ < options_.frames && bytes_ < options_.bytes && rate_.HasRoom(clock_.Now());
  }
  // Runs what waits, where there is room.
  void Resume() ABSL_LOCKS_EXCLUDED(mu_);

  const Options options_;
  const clock::Clock& clock_;
  mutable absl::Mutex mu_;
  size_t frames_ ABSL_GUARDED_BY(mu_) = 0;
  size_t bytes_ ABSL_GUARDED_BY(mu_) = 0;
  ReadRate rate_ ABSL_GUARDED_BY(mu_);
  std::vector<std::function<void()>> waiting_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_READ_BUDGET_H_
