#ifndef COLLIE_CREW_STATUS_GRPC_STATUS_H_
#define COLLIE_CREW_STATUS_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace collie::status {

// The same code and sentence as gRPC carries them.
grpc::Status ToGrpc(const absl::Status& status);

// The same code and sentence as they came over gRPC.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace collie::status

#endif  // COLLIE_CREW_STATUS_GRPC_STATUS_H_
