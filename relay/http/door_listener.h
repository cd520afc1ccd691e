#ifndef COLLIE_RELAY_HTTP_DOOR_LISTENER_H_
#define COLLIE_RELAY_HTTP_DOOR_LISTENER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "relay/http/owned_fd.h"

namespace collie::relay {

// A socket that listens, and its port.
struct DoorListener {
  OwnedFd fd;
  uint16_t port = 0;
};

// Listens at `host:port` (`127.0.0.1`, `localhost` or `[::1]`; port 0 takes a free one), without
// blocking. Errors, one sentence each: INVALID_ARGUMENT (no such address), FAILED_PRECONDITION (an
// address beyond loopback: whoever passes by could read the tokens), UNAVAILABLE (the port is taken
// or the machine refuses).
absl::StatusOr<DoorListener> ListenAt(absl::string_view address);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_DOOR_LISTENER_H_
