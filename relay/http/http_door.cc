#include "relay/http/http_door.h"

#include <utility>

#include "crew/status/status_macros.h"

namespace collie::relay {

absl::StatusOr<std::unique_ptr<HttpDoor>> HttpDoor::Open(Options options, DoorBackend& backend,
                                                         const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(DoorListener listener, ListenAt(options.address));
  std::unique_ptr<HttpDoor> door(new HttpDoor(listener.port, options.routes, backend));
  COLLIE_ASSIGN_OR_RETURN(door->front_, HttpFront::Start(
                                            std::move(listener), options.front,
                                            [server = &door->server_](const HttpRequest& request) {
                                              return server->Answer(request);
                                            },
                                            clock));
  return door;
}

HttpDoor::HttpDoor(uint16_t port, DoorRoutes::Options options, DoorBackend& backend)
    : port_(port),
      routes_(backend, port, options),
      server_([this](const HttpRequest& request) { return routes_.Answer(request); }) {}

HttpDoor::~HttpDoor() { Stop(absl::ZeroDuration()); }

void HttpDoor::Stop(absl::Duration within) {
  if (front_ == nullptr) return;
  routes_.Drain();
  front_->Stop(within);
  front_.reset();
}

}  // namespace collie::relay
