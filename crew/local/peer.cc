#include "crew/local/peer.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace collie::local {

absl::StatusOr<Peer> PeerOf(int fd) {
  ucred credentials = {};
  socklen_t length = sizeof(credentials);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) {
    return absl::InternalError(
        absl::StrCat("The peer of a local connection is not known: ", std::strerror(errno), "."));
  }
  return Peer{.uid = credentials.uid, .pid = credentials.pid};
}

}  // namespace collie::local
