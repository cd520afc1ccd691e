#ifndef COLLIE_CREW_RPC_GRPC_LOG_H_
#define COLLIE_CREW_RPC_GRPC_LOG_H_

namespace collie::rpc {

// From now on what gRPC itself has to say (GRPC_VERBOSITY) goes through crew/log. gRPC's own way
// writes to stderr on the thread that has the line, and would hold its few threads, and with them
// every stream, for as long as nobody reads. Call once, after log::Start and before any use of
// gRPC.
void LogThroughOurs();

}  // namespace collie::rpc

#endif  // COLLIE_CREW_RPC_GRPC_LOG_H_
