#include "crew/status/grpc_status.h"

#include <utility>

#include "crew/status/reason.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace collie::status {
namespace {

constexpr char kDomain[] = "collie";

std::string DetailsOf(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  info.set_reason(WordOf(status));
  info.set_domain(kDomain);
  google::rpc::Status details;
  details.set_code(static_cast<int>(status.code()));
  details.set_message(std::string(status.message()));
  details.add_details()->PackFrom(info);
  return details.SerializeAsString();
}

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  return {static_cast<grpc::StatusCode>(status.code()), std::string(status.message()),
          DetailsOf(status)};
}

absl::Status FromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  absl::Status error(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  const std::string reason = ReasonOf(status);
  return reason.empty() ? error : WithReason(std::move(error), reason);
}

std::string ReasonOf(const grpc::Status& status) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return "";
  for (const google::protobuf::Any& detail : details.details()) {
    google::rpc::ErrorInfo info;
    if (!detail.Is<google::rpc::ErrorInfo>() || !detail.UnpackTo(&info)) continue;
    if (info.domain() == kDomain && IsReason(info.reason())) return info.reason();
  }
  return "";
}

}  // namespace collie::status
