#include "crew/cli/connection.h"

#include <grpc/support/time.h>
#include <grpcpp/create_channel.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/config/address.h"
#include "crew/identity/authority.h"
#include "crew/identity/identity_folder.h"
#include "crew/local/local_channel.h"
#include "crew/rpc/channel_arguments.h"
#include "crew/rpc/lead_credentials.h"
#include "crew/status/grpc_status.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

using Dialled = absl::StatusOr<std::shared_ptr<grpc::Channel>>;

constexpr int kMostMessageBytes = 32 << 20;
// A peer that vanished is noticed in this time plus the wait for its answer.
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveAnswerMs = 10'000;
// Usually gRPC's deadline ends a call, which says so better.
constexpr absl::Duration kAfterDeadline = absl::Seconds(1);

std::string Given(const std::string& flag, const char* variable, const Program& program) {
  return flag.empty() ? program.environment(variable).value_or("") : flag;
}

std::shared_ptr<grpc::Channel> DialRemote(const std::string& address,
                                          const rpc::LeadCredentials& lead) {
  grpc::ChannelArguments arguments = rpc::DirectArguments();
  arguments.SetSslTargetNameOverride(identity::kRelayName);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveAnswerMs);
  arguments.SetMaxReceiveMessageSize(kMostMessageBytes);
  return grpc::CreateCustomChannel(address, lead.credentials, arguments);
}

absl::StatusOr<Endpoint> RemoteEndpoint(const std::string& relay, const std::string& folder) {
  if (folder.empty()) {
    return absl::InvalidArgumentError(
        "a remote relay needs --identity DIR (or COLLIE_IDENTITY): pair one at the lead with "
        "`collie devices pair --label L --identity DIR`");
  }
  COLLIE_ASSIGN_OR_RETURN(identity::Identity identity,
                          identity::IdentityFolder(folder, identity::IdentityKind::kDevice).Read());
  const std::string address = relay.empty() ? identity.link_address : relay;
  COLLIE_RETURN_IF_ERROR(config::ParseHostPort(address).status());
  const rpc::LeadCredentials lead = rpc::MakeLeadCredentials(identity);
  return Endpoint{absl::StrCat("the relay at ", address),
                  [address, lead]() -> Dialled { return DialRemote(address, lead); }, lead.has_met};
}

}  // namespace

absl::StatusOr<config::Paths> PathsOf(const CommonFlags& flags, const Program& program) {
  return config::ResolvePaths(flags.paths, program.environment);
}

Endpoint LocalRelayEndpoint(const config::Paths& paths) {
  const std::filesystem::path socket = paths.relay_socket();
  return {absl::StrCat("the relay at ", socket.string()),
          [socket] { return local::RelayChannel(socket); }};
}

Endpoint EdgeEndpoint(const config::Paths& paths) {
  const std::filesystem::path socket = paths.edge_socket();
  return {absl::StrCat("the edge at ", socket.string()),
          [socket] { return local::EdgeChannel(socket); }};
}

absl::StatusOr<Endpoint> RelayEndpoint(const CommonFlags& flags, const Program& program) {
  const std::string relay = Given(flags.relay, "COLLIE_RELAY", program);
  const std::string folder = Given(flags.identity, "COLLIE_IDENTITY", program);
  if (!relay.empty() || !folder.empty()) return RemoteEndpoint(relay, folder);
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags, program));
  return LocalRelayEndpoint(paths);
}

std::unique_ptr<threads::Timeout> Bound(grpc::ClientContext& context, absl::Duration most) {
  context.set_deadline(gpr_time_from_millis(absl::ToInt64Milliseconds(most), GPR_TIMESPAN));
  return std::make_unique<threads::Timeout>("bound", most + kAfterDeadline,
                                            [&context] { context.TryCancel(); });
}

absl::Status Explain(const grpc::Status& status, const Endpoint& endpoint) {
  // A program of ours names its reason beside a sentence for people; gRPC's own errors do not.
  if (!status::ReasonOf(status).empty()) return status::FromGrpc(status);
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      if (endpoint.has_met != nullptr && *endpoint.has_met) {
        return absl::UnavailableError(
            absl::StrCat(endpoint.where,
                         " ended the connection: it may be restarting, or it does not know this "
                         "device any more (then pair it anew)"));
      }
      return absl::UnavailableError(
          absl::StrCat(endpoint.where, " cannot be reached: check that it runs and is reachable"));
    case grpc::StatusCode::DEADLINE_EXCEEDED:
    case grpc::StatusCode::CANCELLED:  // by what Bound returned
      return absl::DeadlineExceededError(absl::StrCat(endpoint.where, " did not answer in time"));
    case grpc::StatusCode::UNIMPLEMENTED:
      return absl::UnimplementedError(
          absl::StrCat(endpoint.where, " does not know this call: update the older program"));
    case grpc::StatusCode::UNAUTHENTICATED:
      return absl::UnauthenticatedError(
          absl::StrCat(endpoint.where, " does not know this device: pair it anew"));
    default:
      return status::FromGrpc(status);
  }
}

}  // namespace collie::cli
