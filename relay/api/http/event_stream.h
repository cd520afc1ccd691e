#ifndef COLLIE_RELAY_API_HTTP_EVENT_STREAM_H_
#define COLLIE_RELAY_API_HTTP_EVENT_STREAM_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/http_server/responder.h"
#include "crew/threads/executor.h"
#include "relay/api/http/event_writer.h"
#include "relay/watch/notifier.h"
#include "relay/watch/watch_feed.h"

namespace collie::relay {

// One reader of events: the feed is read on the executor, once the reader has taken the event
// before. Thread-safe.
class EventStream final : public Notifiable, public std::enable_shared_from_this<EventStream> {
 public:
  // What is named outlives it.
  EventStream(WatchFeed feed, EventWriter writer, threads::Executor& executor,
              const clock::Clock& clock)
      : feed_(std::move(feed)), writer_(std::move(writer)), executor_(executor), clock_(clock) {}

  void Notify() override { Schedule(); }
  // The reply began; before the first OnDrained.
  void Attach(std::shared_ptr<http_server::ReplyStream> reply);
  // The reader has taken what was written.
  void OnDrained();
  // Nothing is written any more.
  void OnClosed();
  void End();

 private:
  void Schedule() ABSL_LOCKS_EXCLUDED(mu_);
  void Pump() ABSL_LOCKS_EXCLUDED(mu_);
  // The reply, where an event may be written to it; else null.
  std::shared_ptr<http_server::ReplyStream> Ready() ABSL_LOCKS_EXCLUDED(mu_);

  WatchFeed feed_;      // of the executor's thread
  EventWriter writer_;  // likewise
  threads::Executor& executor_;
  const clock::Clock& clock_;

  absl::Mutex mu_;
  std::shared_ptr<http_server::ReplyStream> reply_ ABSL_GUARDED_BY(mu_);
  bool is_posted_ ABSL_GUARDED_BY(mu_) = false;  // a Pump is due
  bool has_space_ ABSL_GUARDED_BY(mu_) = false;  // the reader has taken what was written
  bool is_over_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_EVENT_STREAM_H_
