#ifndef COLLIE_RELAY_API_GRPC_UNREADABLE_MESSAGE_H_
#define COLLIE_RELAY_API_GRPC_UNREADABLE_MESSAGE_H_

#include <grpcpp/support/server_interceptor.h>

#include <memory>

#include "absl/status/status.h"

namespace collie::relay {

// A request whose bytes are no message of its method ends INVALID_ARGUMENT (`bad-request`); the
// library by itself would say UNIMPLEMENTED, as if the method were not there.
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> UnreadableMessages();

// That end, for a method that reads its request from bytes by itself.
absl::Status UnreadableMessage();

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_UNREADABLE_MESSAGE_H_
