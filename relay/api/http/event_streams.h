#ifndef COLLIE_RELAY_API_HTTP_EVENT_STREAMS_H_
#define COLLIE_RELAY_API_HTTP_EVENT_STREAMS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/http_server/responder.h"
#include "crew/threads/serial_executor.h"
#include "relay/api/http/api_call.h"
#include "relay/api/http/event_writer.h"
#include "relay/merge/crew_view.h"
#include "relay/watch/interest.h"
#include "relay/watch/notifier.h"
#include "relay/watch/receipt_news.h"

namespace collie::relay {

class EventStream;

// The event streams: each a watch of the crew or a part of it, bounded by device and in all. Their
// events are made on one thread of its own, one at a time for each reader, the next once the one
// before has left: a slow reader gets the newest state later, and costs a revision. Thread-safe.
class EventStreams {
 public:
  // All outlive it.
  struct Sources {
    CrewView& view;
    const ReceiptNews& receipts;
    Notifier& notifier;
    Interest& interest;
    const clock::Clock& clock;
    // Whether a device may still read.
    std::function<bool(const std::string& device)> is_live;
  };
  struct Bounds {
    size_t per_device = 16;
    size_t all = 1000;
  };

  EventStreams(Sources sources, Bounds bounds);
  // REQUIRES: every stream has ended.
  ~EventStreams();

  // Answers with the stream that the call asks for, or says why not.
  void Begin(const ApiCall& call, const http_server::Responder& responder);
  // Ends the streams of a device; empty: all.
  void End(const std::string& device);
  // Ends those whose device's life is over. Call about once a second.
  void Tick();
  size_t count() const;

 private:
  struct Open {
    std::string device;
    std::shared_ptr<EventStream> stream;
  };

  // 0: there is no place.
  uint64_t TakePlace(const std::string& device);
  void Forget(uint64_t number);

  const Sources sources_;
  const Bounds bounds_;
  const CrewNames names_;
  EncodedEvents encoded_;  // of the executor's thread
  mutable absl::Mutex mu_;
  uint64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<uint64_t, Open> open_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<std::string, size_t> counts_ ABSL_GUARDED_BY(mu_);  // by device
  threads::SerialExecutor executor_{"events"};  // last: what it runs uses the rest
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_EVENT_STREAMS_H_
