#ifndef COLLIE_RELAY_WATCH_NOTIFIER_H_
#define COLLIE_RELAY_WATCH_NOTIFIER_H_

#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/threads/executor.h"

namespace collie::relay {

// Something that is notified when there may be news.
class Notifiable {
 public:
  virtual ~Notifiable() = default;
  // There may be news. Must not block.
  virtual void Notify() = 0;
};

// All who wait for news. They are woken on an executor, one round at a time and under no lock, so
// that whoever made the change goes on at once whatever the number of watchers; changes that come
// during a round share the next. Thread-safe.
class Notifier {
 public:
  // The executor outlives it.
  explicit Notifier(threads::Executor& executor) : executor_(executor) {}
  // Waits for the round under way.
  ~Notifier();

  void Add(std::weak_ptr<Notifiable> waiting);
  void NotifyAll();

 private:
  void RunRounds();
  bool IsIdle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return !is_running_; }

  threads::Executor& executor_;
  absl::Mutex mu_;
  bool is_due_ ABSL_GUARDED_BY(mu_) = false;      // somebody asked since the last round began
  bool is_running_ ABSL_GUARDED_BY(mu_) = false;  // rounds are posted or under way
  std::vector<std::weak_ptr<Notifiable>> waiting_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_NOTIFIER_H_
