#ifndef COLLIE_TESTS_BENCH_WATCHER_H_
#define COLLIE_TESTS_BENCH_WATCHER_H_

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/clock/backoff.h"
#include "crew/clock/clock.h"
#include "crew/identity/identity_folder.h"
#include "crew/threads/periodic.h"
#include "tests/bench/raw_stream.h"

namespace collie::bench {

// Whom a watcher asks for what.
struct WatchTarget {
  std::string address;
  std::string method;  // of a stream whose messages are v1::WatchEvent
  grpc::ByteBuffer request;
};

// The relay's Dashboard.Watch; empty: the whole crew.
WatchTarget WatchOf(const std::string& address, const std::string& member = "",
                    const std::string& pane = "");

// One dashboard over a connection of its own: it watches, and again when its stream ended.
// Thread-safe; in a shared_ptr.
class Watcher : public std::enable_shared_from_this<Watcher> {
 public:
  using OnMessage = std::function<void(const grpc::ByteBuffer&)>;

  Watcher(identity::Identity device, WatchTarget target, OnMessage on_message);

  void Start() { Dial(); }
  void Tick(clock::Steady now);
  void Stop();
  // It has the whole state.
  bool is_in_sync() const { return is_in_sync_; }

 private:
  void Dial() ABSL_LOCKS_EXCLUDED(mu_);
  void OnEnd(int64_t stream) ABSL_LOCKS_EXCLUDED(mu_);

  const identity::Identity device_;
  const WatchTarget target_;
  const OnMessage on_message_;
  std::atomic<bool> is_in_sync_ = false;

  absl::Mutex mu_;
  clock::Backoff backoff_ ABSL_GUARDED_BY(mu_);
  std::shared_ptr<RawStream> stream_ ABSL_GUARDED_BY(mu_);
  int64_t streams_ ABSL_GUARDED_BY(mu_) = 0;
  clock::Steady next_dial_ ABSL_GUARDED_BY(mu_);
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
};

// Watchers by the thousand; one thread dials for those whose streams ended.
class Audience {
 public:
  // The devices are shared out among them.
  Audience(int watchers, const std::vector<identity::Identity>& devices, const WatchTarget& target,
           const Watcher::OnMessage& on_message);
  ~Audience();

  // Dials all, some at a time, and waits until all are in sync. Errors: DEADLINE_EXCEEDED.
  absl::Status Start(absl::Duration most);
  absl::Status AwaitInSync(absl::Duration most) const;
  int CountInSync() const;

 private:
  std::vector<std::shared_ptr<Watcher>> watchers_;
  std::unique_ptr<threads::Periodic> ticks_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_WATCHER_H_
