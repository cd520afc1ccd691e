#ifndef COLLIE_RELAY_API_CONNECTIONS_LISTENING_H_
#define COLLIE_RELAY_API_CONNECTIONS_LISTENING_H_

#include <vector>

#include "absl/status/statusor.h"
#include "crew/config/address.h"
#include "crew/files/owned_fd.h"

namespace collie::relay {

// Non-blocking TCP sockets that listen on every address that the name stands for, all on one port;
// an empty host is every address of this machine. At least one. Errors: UNAVAILABLE (the port is in
// use, the name is unknown), with the system's words.
absl::StatusOr<std::vector<files::OwnedFd>> ListenOn(const config::HostPort& address);

// The port of a listening socket; 0: it is none.
int PortOf(const files::OwnedFd& listening);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_CONNECTIONS_LISTENING_H_
