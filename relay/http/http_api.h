#ifndef COLLIE_RELAY_HTTP_HTTP_API_H_
#define COLLIE_RELAY_HTTP_HTTP_API_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "relay/http/door_routes.h"
#include "relay/http/door_server.h"
#include "relay/http/http_front.h"

namespace collie::relay {

// The relay's HTTP API: JSON for dashboards and programs. Thread-safe.
class HttpApi {
 public:
  struct Options {
    std::string address = "127.0.0.1:8787";
    HttpFront::Options front;
    DoorRoutes::Options routes;
  };

  // Opens the listener. Errors: as ListenAt, and UNAVAILABLE. `backend` and `clock` outlive it;
  // every call of the backend comes on a thread of its pool.
  static absl::StatusOr<std::unique_ptr<HttpApi>> Open(Options options, CrewApi& backend,
                                                       const clock::Clock& clock);
  // Stops at once.
  ~HttpApi();

  uint16_t port() const { return port_; }

  // Accepts no more, replies to those who wait on acts that they query their receipts, and gives
  // running requests `within` to be answered. Reads under way end by their own limit. Once.
  void Stop(absl::Duration within);

 private:
  HttpApi(uint16_t port, DoorRoutes::Options options, CrewApi& backend);

  const uint16_t port_;
  DoorRoutes routes_;
  DoorServer server_;
  std::unique_ptr<HttpFront> front_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_HTTP_API_H_
