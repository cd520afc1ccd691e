#ifndef COLLIE_CREW_LOCAL_PEER_H_
#define COLLIE_CREW_LOCAL_PEER_H_

#include <sys/types.h>

#include "absl/status/statusor.h"

namespace collie::local {

// Who connected to a local socket, as the kernel says it.
struct Peer {
  uid_t uid = 0;
  pid_t pid = 0;  // at the moment of connecting; it may be gone or another's by now
};

// The peer of a connected Unix-domain socket. Errors: INTERNAL (not such a socket).
absl::StatusOr<Peer> PeerOf(int fd);

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_PEER_H_
