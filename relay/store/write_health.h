#ifndef COLLIE_RELAY_STORE_WRITE_HEALTH_H_
#define COLLIE_RELAY_STORE_WRITE_HEALTH_H_

#include <functional>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/threads/steady_condition.h"

namespace collie::relay {

// Whether a store can be written, by how its writes ended; where none ended of late, by a write
// that is made to find out. When writes begin to fail, and when they work again, the log says so
// once. Thread-safe; its lock is innermost.
class WriteHealth {
 public:
  // Makes a write that changes nothing; its end comes by Ended.
  using Probe = std::function<void()>;

  static constexpr absl::Duration kFresh = absl::Seconds(1);

  WriteHealth(const clock::Clock& clock, Probe probe) : clock_(clock), probe_(std::move(probe)) {}

  // A write ended so. What says nothing of the disk (a record that is not there, a newer relay)
  // counts as one that worked.
  void Ended(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mu_);
  // OK: the newest write worked. UNAVAILABLE: it failed, or none has ended within `most`. At most
  // one probe is under way, whoever asks.
  absl::Status Check(absl::Duration most) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  bool IsFreshLocked() const ABSL_SHARED_LOCKS_REQUIRED(mu_);

  const clock::Clock& clock_;
  const Probe probe_;
  mutable absl::Mutex mu_;
  threads::SteadyCondition ended_;  // of the probe
  absl::Status newest_ ABSL_GUARDED_BY(mu_);
  bool has_ended_ ABSL_GUARDED_BY(mu_) = false;
  bool is_probing_ ABSL_GUARDED_BY(mu_) = false;
  clock::Steady ended_at_ ABSL_GUARDED_BY(mu_);
  clock::Steady failing_since_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_WRITE_HEALTH_H_
