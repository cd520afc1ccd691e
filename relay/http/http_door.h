#ifndef COLLIE_RELAY_HTTP_HTTP_DOOR_H_
#define COLLIE_RELAY_HTTP_HTTP_DOOR_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "relay/http/door_routes.h"
#include "relay/http/door_server.h"
#include "relay/http/http_front.h"

namespace collie::relay {

// The relay's HTTP door: JSON for dashboards and programs. Thread-safe.
class HttpDoor {
 public:
  struct Options {
    std::string address = "127.0.0.1:8787";
    HttpFront::Options front;
    DoorRoutes::Options routes;
  };

  // Opens the door. Errors: as ListenAt, and UNAVAILABLE. `backend` and `clock` outlive it; every
  // call of the backend comes on a thread of the door's pool.
  static absl::StatusOr<std::unique_ptr<HttpDoor>> Open(Options options, DoorBackend& backend,
                                                        const clock::Clock& clock);
  // Stops at once.
  ~HttpDoor();

  uint16_t port() const { return port_; }

  // Takes no more, tells those who wait on acts to ask for their receipts, and gives running
  // requests `within` to be answered. Reads under way end by their own limit. Once.
  void Stop(absl::Duration within);

 private:
  HttpDoor(uint16_t port, DoorRoutes::Options options, DoorBackend& backend);

  const uint16_t port_;
  DoorRoutes routes_;
  DoorServer server_;
  std::unique_ptr<HttpFront> front_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_HTTP_DOOR_H_
