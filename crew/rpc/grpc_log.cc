#include "crew/rpc/grpc_log.h"

#include <grpc/support/log.h>

#include "crew/log/log.h"

namespace collie::rpc {
namespace {

// What gRPC calls an error is mostly a peer's: a handshake that failed, a connection that broke.
void Write(gpr_log_func_args* line) {
  if (line->severity == GPR_LOG_SEVERITY_ERROR) return log::Warn("grpc", line->message);
  log::Debug("grpc", line->message);
}

}  // namespace

void LogThroughOurs() { gpr_set_log_function(&Write); }

}  // namespace collie::rpc
