#include "crew/cli/edge_control.h"

#include "collie/v1/edge_control.grpc.pb.h"
#include "crew/status/status_macros.h"

namespace collie::cli {

absl::StatusOr<v1::ListSourcesReply> ListSources(const Endpoint& edge, absl::Duration most) {
  COLLIE_ASSIGN_OR_RETURN(const auto channel, edge.dial());
  const auto control = v1::EdgeControl::NewStub(channel);
  grpc::ClientContext context;
  const auto bound = Bound(context, most);
  v1::ListSourcesReply reply;
  const grpc::Status status = control->ListSources(&context, v1::ListSourcesRequest(), &reply);
  if (!status.ok()) return Explain(status, edge);
  return reply;
}

}  // namespace collie::cli
