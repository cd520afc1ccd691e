#include "crew/rpc/channel_arguments.h"

namespace collie::rpc {

grpc::ChannelArguments DirectArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return arguments;
}

}  // namespace collie::rpc
