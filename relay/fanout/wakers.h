#ifndef COLLIE_RELAY_FANOUT_WAKERS_H_
#define COLLIE_RELAY_FANOUT_WAKERS_H_

#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::relay {

// Something that looks again when told that there may be news.
class Wakeable {
 public:
  virtual ~Wakeable() = default;
  // There may be news. Must not block.
  virtual void Wake() = 0;
};

// All who wait for news. Thread-safe; nobody is woken under the lock.
class Wakers {
 public:
  void Add(std::weak_ptr<Wakeable> waiting);
  void WakeAll();

 private:
  absl::Mutex mu_;
  std::vector<std::weak_ptr<Wakeable>> waiting_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_FANOUT_WAKERS_H_
