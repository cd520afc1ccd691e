#include "crew/rpc/server_shutdown.h"

#include <grpc/grpc.h>

#include "crew/threads/timeout.h"

namespace collie::rpc {

void ShutDown(grpc::Server& server, absl::Duration within) {
  const threads::Timeout cancel("shutdown", within,
                                [&server] { grpc_server_cancel_all_calls(server.c_server()); });
  server.Shutdown();
}

}  // namespace collie::rpc
