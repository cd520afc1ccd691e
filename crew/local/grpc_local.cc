#include "crew/local/grpc_local.h"

#include <grpcpp/server_posix.h>

namespace collie::local {

LocalListener::OnAccept HandTo(grpc::Server& server) {
  return [&server](int fd, Peer) { grpc::AddInsecureChannelFromFd(&server, fd); };
}

}  // namespace collie::local
