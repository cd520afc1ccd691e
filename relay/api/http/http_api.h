#ifndef COLLIE_RELAY_API_HTTP_HTTP_API_H_
#define COLLIE_RELAY_API_HTTP_HTTP_API_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/http_server/server.h"
#include "crew/ids/random.h"
#include "crew/threads/blocking_calls.h"
#include "relay/api/http/dispatcher.h"
#include "relay/api/http/event_streams.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// The relay's HTTP API: JSON for dashboards and programs, and its event streams. Thread-safe.
class HttpApi {
 public:
  struct Options {
    // Its address, limits, bounds, proxies and TLS; the rest is this API's own.
    http_server::Server::Options server;
    std::optional<PublicUrl> public_url;
    EventStreams::Bounds events;
    absl::Duration read_wait = absl::Seconds(10);  // for a first read, or a page of history
    std::function<std::string()> why_not_accepting = [] { return std::string(); };
  };

  // Opens the listener. Errors: as Server::Start, naming the flag; FAILED_PRECONDITION: beyond
  // loopback without TLS or a trusted proxy. What is named outlives it.
  static absl::StatusOr<std::unique_ptr<HttpApi>> Open(Options options, CrewApi& backend,
                                                       const EventStreams::Sources& events,
                                                       ids::RandomSource& random);
  // Stops at once.
  ~HttpApi();

  uint16_t port() const { return server_->port(); }
  http_server::ServerStats stats() const { return server_->stats(); }
  size_t event_streams() const { return events_.count(); }
  // The reply to /readyz, for the ops listener. Blocks on the disk.
  http_server::Reply Readiness(bool needs_writes) { return dispatcher_.Readiness(needs_writes); }

  // A device was revoked: its event streams end.
  void EndDevice(const std::string& device) { events_.End(device); }
  // Call about once a second.
  void Tick() { events_.Tick(); }

  // Accepts no more, tells those who wait on acts to ask for their receipts, ends event streams,
  // and gives running requests `within` to be answered. Once.
  void Stop(absl::Duration within);

 private:
  HttpApi(const Options& options, CrewApi& backend, const EventStreams::Sources& events,
          ids::RandomSource& random);

  void Handle(http_server::Request request, http_server::Peer& peer,
              const http_server::Responder& responder);

  const std::shared_ptr<threads::BlockingCalls> pool_;
  EventStreams events_;
  Dispatcher dispatcher_;
  std::unique_ptr<http_server::Server> server_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_HTTP_API_H_
