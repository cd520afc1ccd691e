#ifndef COLLIE_RELAY_API_GRPC_FEED_STREAM_H_
#define COLLIE_RELAY_API_GRPC_FEED_STREAM_H_

#include <grpcpp/support/byte_buffer.h>
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

// One gRPC stream that sends what a feed has, one event in flight and none waiting, and pumps again
// when it is notified. Events come as bytes, so that what many streams send is encoded once. The
// feed is called with no lock held, by one thread at a time, and never after the end of the call.
// Thread-safe.
class FeedStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                         public Notifiable,
                         public std::enable_shared_from_this<FeedStream> {
 public:
  using Event = grpc::ByteBuffer;
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
  void OnDone() override { over_(shared_from_this()); }

 private:
  void Pump() ABSL_LOCKS_EXCLUDED(mu_) {
    bool asks = true;
    while (asks && BeginFill()) asks = EndFill(feed_());
    Advance();
  }

  // Starts the write that is due, or ends the call.
  void Advance() ABSL_LOCKS_EXCLUDED(mu_) {
    using Queue = link::WriteQueue<Event>;
    Queue::Next next = Queue::Next::kNothing;
    const Event* event = nullptr;
    absl::Status end;
    {
      absl::MutexLock lock(&mu_);
      if (is_filling_) return;  // that thread advances, so no call of the feed outlives the stream
      next = queue_.Step();
      event = &queue_.current();
      end = end_;
    }
    if (next == Queue::Next::kWrite) StartWrite(event);
    if (next == Queue::Next::kEnd) Finish(status::ToGrpc(end));
  }

  // False: the stream is ending or writing, or another thread asks the feed and will once more.
  bool BeginFill() ABSL_LOCKS_EXCLUDED(mu_) {
    absl::MutexLock lock(&mu_);
    is_due_ = is_filling_;
    if (is_filling_ || queue_.IsEnding() || !queue_.IsIdle()) return false;
    is_filling_ = true;
    return true;
  }

  // Whether the feed must be asked once more, since a notification came meanwhile.
  bool EndFill(absl::StatusOr<std::optional<Event>> news) ABSL_LOCKS_EXCLUDED(mu_) {
    absl::MutexLock lock(&mu_);
    is_filling_ = false;
    if (!news.ok()) {
      if (!queue_.IsEnding()) end_ = news.status();
      queue_.End();
    } else if (news->has_value()) {
      queue_.Push(**std::move(news));
    }
    return is_due_;
  }

  absl::Mutex mu_;
  const Feed feed_;
  const Over over_;
  link::WriteQueue<Event> queue_ ABSL_GUARDED_BY(mu_){1};
  absl::Status end_ ABSL_GUARDED_BY(mu_);
  bool is_filling_ ABSL_GUARDED_BY(mu_) = false;  // a thread is in the feed
  bool is_due_ ABSL_GUARDED_BY(mu_) = false;      // it must ask once more
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_FEED_STREAM_H_
