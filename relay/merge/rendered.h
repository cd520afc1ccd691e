#ifndef COLLIE_RELAY_MERGE_RENDERED_H_
#define COLLIE_RELAY_MERGE_RENDERED_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// Bytes that never change and are shared by all who write them.
using SharedBytes = std::shared_ptr<const std::string>;

// What something looks like in one form, made by the first who needs it and shared by all others.
// Thread-safe.
class Rendered {
 public:
  // What the bytes depend on beside the thing itself.
  struct Moment {
    clock::Steady base;   // the time for which ages were computed
    int64_t version = 0;  // of what the ages count from

    friend bool operator==(const Moment& a, const Moment& b) {
      return a.base == b.base && a.version == b.version;
    }
  };

  // `make` returns a std::string, and is called under the lock, only where the newest bytes are of
  // another moment.
  template <typename Make>
  SharedBytes Get(const Moment& moment, const Make& make) const ABSL_LOCKS_EXCLUDED(mu_) {
    absl::MutexLock lock(&mu_);
    if (!bytes_ || !(moment_ == moment)) {
      bytes_ = std::make_shared<const std::string>(make());
      moment_ = moment;
    }
    return bytes_;
  }

 private:
  mutable absl::Mutex mu_;
  mutable SharedBytes bytes_ ABSL_GUARDED_BY(mu_);
  mutable Moment moment_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_RENDERED_H_
