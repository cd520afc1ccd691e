#ifndef COLLIE_RELAY_API_GRPC_FEED_STREAM_H_
#define COLLIE_RELAY_API_GRPC_FEED_STREAM_H_

#include <grpcpp/support/server_callback.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "crew/link/write_queue.h"
#include "crew/status/grpc_status.h"
#include "relay/watch/notifier.h"

namespace collie::relay {

// One gRPC stream that sends what a feed has, one event in flight, and pumps again when it is
// notified. Lock order: mu_, then the feed's own locks.
template <typename Event>
class FeedStream final : public grpc::ServerWriteReactor<Event>,
                         public Notifiable,
                         public std::enable_shared_from_this<FeedStream<Event>> {
 public:
  using Feed = std::function<absl::StatusOr<std::optional<Event>>()>;
  using Over = std::function<void(const std::shared_ptr<FeedStream>&)>;

  // `over` is called once, at the end of the call.
  FeedStream(Feed feed, Over over) : feed_(std::move(feed)), over_(std::move(over)) {}

  void Notify() override { Pump(); }

  // Ends the stream with this status. May be repeated.
  void End(const absl::Status& status) {
    {
      absl::MutexLock lock(&mu_);
      if (queue_.IsEnding()) return;
      queue_.End();
      end_ = status;
    }
    Pump();
  }

  void OnWriteDone(bool ok) override {
    {
      absl::MutexLock lock(&mu_);
      queue_.Written(ok);
    }
    Pump();
  }
  void OnCancel() override { End(absl::CancelledError("The watcher went away.")); }
  void OnDone() override { over_(this->shared_from_this()); }

 private:
  void Pump() {
    using Queue = link::WriteQueue<Event>;
    typename Queue::Next next = Queue::Next::kNothing;
    const Event* event = nullptr;
    absl::Status end;
    {
      absl::MutexLock lock(&mu_);
      if (!queue_.IsEnding() && queue_.IsIdle()) FillLocked();
      next = queue_.Step();
      event = &queue_.current();
      end = end_;
    }
    if (next == Queue::Next::kWrite) this->StartWrite(event);
    if (next == Queue::Next::kEnd) this->Finish(status::ToGrpc(end));
  }

  void FillLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    absl::StatusOr<std::optional<Event>> news = feed_();
    if (!news.ok()) {
      queue_.End();
      end_ = news.status();
    } else if (news->has_value()) {
      queue_.Push(**std::move(news));
    }
  }

  absl::Mutex mu_;
  const Feed feed_;
  const Over over_;
  link::WriteQueue<Event> queue_ ABSL_GUARDED_BY(mu_){1};
  absl::Status end_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_FEED_STREAM_H_
