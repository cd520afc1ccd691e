#ifndef COLLIE_RELAY_HTTP_DOOR_GATE_H_
#define COLLIE_RELAY_HTTP_DOOR_GATE_H_

#include <cstdint>
#include <optional>
#include <variant>

#include "relay/access/caller.h"
#include "relay/http/door_reply.h"
#include "relay/http/http_request.h"
#include "relay/service/crew_api.h"

namespace collie::relay {

// Authentication. What it answers depends on the credential, the Host and the Origin, never on
// the path, so a stranger learns nothing. Thread-safe.
class DoorGate {
 public:
  DoorGate(CrewApi& backend, uint16_t port) : backend_(backend), port_(port) {}

  // Why a request is refused, whoever sends it: its Host is a name that was rebound to this machine
  // (DNS rebinding), or a page of another origin made a browser send it.
  std::optional<DoorReply> Misdirected(const HttpRequest& request) const;
  // The holder of the bearer token, or 401: the same bytes for every request.
  std::variant<Caller, DoorReply> Admit(const HttpRequest& request) const;

 private:
  CrewApi& backend_;
  const uint16_t port_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_DOOR_GATE_H_
