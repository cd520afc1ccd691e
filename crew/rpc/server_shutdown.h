#ifndef COLLIE_CREW_RPC_SERVER_SHUTDOWN_H_
#define COLLIE_CREW_RPC_SERVER_SHUTDOWN_H_

#include <grpcpp/server.h>

#include "absl/time/time.h"

namespace collie::rpc {

// Takes no more calls and returns once those under way are over; what is still under way after
// `within` is cancelled. The time is counted here, on the steady clock: the deadline that
// grpc::Server::Shutdown takes is one of the wall clock.
void ShutDown(grpc::Server& server, absl::Duration within);

}  // namespace collie::rpc

#endif  // COLLIE_CREW_RPC_SERVER_SHUTDOWN_H_
