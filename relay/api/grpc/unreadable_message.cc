#include "relay/api/grpc/unreadable_message.h"

#include "crew/status/grpc_status.h"
#include "relay/api/grpc/authorize.h"

namespace collie::relay {
namespace {

using grpc::experimental::InterceptionHookPoints;

// Every error of a service has a sentence: an UNIMPLEMENTED without one is the library's word for
// bytes that it could not parse.
class SayUnreadable final : public grpc::experimental::Interceptor {
 public:
  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      const grpc::Status status = methods->GetSendStatus();
      if (status.error_code() == grpc::StatusCode::UNIMPLEMENTED &&
          status.error_message().empty()) {
        methods->ModifySendStatus(status::ToGrpc(UnreadableMessage()));
      }
    }
    methods->Proceed();
  }
};

// Only for methods that are served: one that is not stays UNIMPLEMENTED.
class Factory final : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* info) override {
    return IsMethod(info->method()) ? new SayUnreadable() : nullptr;
  }
};

}  // namespace

absl::Status UnreadableMessage() {
  return absl::InvalidArgumentError(
      "The request cannot be read as a message of this method: check the program that sent it.");
}

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> UnreadableMessages() {
  return std::make_unique<Factory>();
}

}  // namespace collie::relay
