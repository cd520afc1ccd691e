#include "relay/http/http_api.h"

#include <utility>

#include "crew/status/status_macros.h"

namespace collie::relay {

absl::StatusOr<std::unique_ptr<HttpApi>> HttpApi::Open(Options options, CrewApi& backend,
                                                       const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(DoorListener listener, ListenAt(options.address));
  std::unique_ptr<HttpApi> door(new HttpApi(listener.port, options.routes, backend));
  COLLIE_ASSIGN_OR_RETURN(door->front_, HttpFront::Start(
                                            std::move(listener), options.front,
                                            [server = &door->server_](const HttpRequest& request) {
                                              return server->Answer(request);
                                            },
                                            clock));
  return door;
}

HttpApi::HttpApi(uint16_t port, DoorRoutes::Options options, CrewApi& backend)
    : port_(port),
      routes_(backend, port, options),
      server_([this](const HttpRequest& request) { return routes_.Answer(request); }) {}

HttpApi::~HttpApi() { Stop(absl::ZeroDuration()); }

void HttpApi::Stop(absl::Duration within) {
  if (front_ == nullptr) return;
  routes_.Drain();
  front_->Stop(within);
  front_.reset();
}

}  // namespace collie::relay
