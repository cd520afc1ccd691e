#ifndef COLLIE_CREW_LOCAL_GRPC_LOCAL_H_
#define COLLIE_CREW_LOCAL_GRPC_LOCAL_H_

#include <grpcpp/server.h>

#include "crew/local/local_listener.h"

namespace collie::local {

// Hands every accepted connection to `server`, which must outlive the listener and must be a server
// of the local socket alone, without a listening port of its own: each call on it is the owner's.
// Destroy the listener before the server is shut down.
LocalListener::OnAccept HandTo(grpc::Server& server);

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_GRPC_LOCAL_H_
