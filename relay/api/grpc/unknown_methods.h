#ifndef COLLIE_RELAY_API_GRPC_UNKNOWN_METHODS_H_
#define COLLIE_RELAY_API_GRPC_UNKNOWN_METHODS_H_

#include <grpcpp/generic/async_generic_service.h>

namespace collie::relay {

// Answers what nobody serves: UNIMPLEMENTED, with a sentence. Such calls are metered as all others
// are. Thread-safe.
class UnknownMethods final : public grpc::CallbackGenericService {
 public:
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_UNKNOWN_METHODS_H_
