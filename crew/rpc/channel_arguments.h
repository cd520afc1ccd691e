#ifndef COLLIE_CREW_RPC_CHANNEL_ARGUMENTS_H_
#define COLLIE_CREW_RPC_CHANNEL_ARGUMENTS_H_

#include <grpcpp/support/channel_arguments.h>

namespace collie::rpc {

// What every channel of ours begins with: it dials its peer itself, whatever proxy the environment
// names (a relay is reached through one by no member, and a local address by nobody), and never
// repeats a call by itself.
grpc::ChannelArguments DirectArguments();

}  // namespace collie::rpc

#endif  // COLLIE_CREW_RPC_CHANNEL_ARGUMENTS_H_
