#ifndef COLLIE_CREW_STATUS_GRPC_STATUS_H_
#define COLLIE_CREW_STATUS_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"

// The one conversion of errors for all services and their callers. Pure; any thread.
namespace collie::status {

// The same code and sentence as gRPC carries them, and in `grpc-status-details-bin` a
// google.rpc.ErrorInfo with the reason (crew/status/reason.h, WordOf) and the domain `collie`.
grpc::Status ToGrpc(const absl::Status& status);

// The same code, sentence and reason as they came over gRPC.
absl::Status FromGrpc(const grpc::Status& status);

// The reason that one of Collie's programs gave. "": none; the error is gRPC's own, of a call that
// broke or a method that is not there.
std::string ReasonOf(const grpc::Status& status);

}  // namespace collie::status

#endif  // COLLIE_CREW_STATUS_GRPC_STATUS_H_
