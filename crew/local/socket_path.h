#ifndef COLLIE_CREW_LOCAL_SOCKET_PATH_H_
#define COLLIE_CREW_LOCAL_SOCKET_PATH_H_

#include <sys/un.h>

#include <filesystem>

#include "absl/status/statusor.h"

namespace collie::local {

// The address of a socket file. Errors: INVALID_ARGUMENT (the path is over 103 bytes, which some
// systems cannot hold: choose a shorter state folder).
absl::StatusOr<sockaddr_un> SocketAddress(const std::filesystem::path& path);

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_SOCKET_PATH_H_
