#include "crew/cli/health.h"

#include <google/protobuf/empty.pb.h>
#include <google/protobuf/wrappers.pb.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/stub_options.h>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

// The service's own messages are not installed with gRPC. These two have the same bytes: a request
// for the whole server has no field, and the reply has its status as field 1.
using HealthStub =
    grpc::TemplatedGenericStub<google::protobuf::Empty, google::protobuf::Int32Value>;
constexpr int kServing = 1;

}  // namespace

absl::Status CheckHealth(const Endpoint& endpoint, absl::Duration most) {
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  HealthStub stub(channel);
  grpc::ClientContext context;
  const auto bound = Bound(context, most);
  const google::protobuf::Empty request;
  google::protobuf::Int32Value reply;
  grpc::Status status;
  absl::Notification done;
  stub.UnaryCall(&context, "/grpc.health.v1.Health/Check", grpc::StubOptions(), &request, &reply,
                 [&](grpc::Status end) {
                   status = std::move(end);
                   done.Notify();
                 });
  done.WaitForNotification();
  if (!status.ok()) return Explain(status, endpoint);
  if (reply.value() == kServing) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(endpoint.where, " does not serve yet"));
}

}  // namespace collie::cli
