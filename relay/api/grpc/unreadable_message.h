#ifndef COLLIE_RELAY_API_GRPC_UNREADABLE_MESSAGE_H_
#define COLLIE_RELAY_API_GRPC_UNREADABLE_MESSAGE_H_

#include <grpcpp/server_builder.h>

#include "absl/status/status.h"

namespace collie::relay {

// A request whose bytes are no message of its method ends INVALID_ARGUMENT (`bad-request`); the
// library by itself would say UNIMPLEMENTED, as if the method were not there. Before BuildAndStart,
// once a builder.
void RefuseUnreadableMessages(grpc::ServerBuilder& builder);

// That end, for a method that reads its request from bytes by itself.
absl::Status UnreadableMessage();

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_UNREADABLE_MESSAGE_H_
