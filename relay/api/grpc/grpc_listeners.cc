#include "relay/api/grpc/grpc_listeners.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/local/grpc_local.h"
#include "crew/rpc/server_shutdown.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"
#include "relay/api/grpc/unreadable_message.h"

namespace collie::relay {
namespace {

constexpr int kMostFrame = 4 << 20;            // bytes of one message that a peer may send
constexpr size_t kMemory = size_t{512} << 20;  // of all connections together
constexpr absl::Duration kShutdown = absl::Seconds(3);

// What both servers hold their peers to.
void Bound(grpc::ServerBuilder& builder) {
  RefuseUnreadableMessages(builder);
  builder.SetMaxReceiveMessageSize(kMostFrame);
  grpc::ResourceQuota quota("relay");
  quota.Resize(kMemory);
  builder.SetResourceQuota(quota);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 2'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

std::shared_ptr<grpc::ServerCredentials> TlsCredentials(const LeadIdentity& identity,
                                                        const TlsPeerAuthenticator& peers) {
  grpc::SslServerCredentialsOptions options(
      GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  options.pem_root_certs = identity.authority.certificate();
  options.pem_key_cert_pairs.push_back({identity.relay_key, identity.relay_certificate});
  auto credentials = grpc::SslServerCredentials(options);
  credentials->SetAuthMetadataProcessor(std::make_shared<TlsCallAuthenticator>(peers));
  return credentials;
}

// What members dial: the advertised host, or the address's own, which is this machine where the
// address names none.
std::string LinkAddress(const GrpcListeners::Options& options, int port) {
  config::HostPort address = options.address;
  address.port = static_cast<uint16_t>(port);
  if (!options.link_address.empty()) address.host = options.link_address;
  if (address.host.empty() || address.host == "0.0.0.0" || address.host == "::") {
    address.host = "127.0.0.1";
  }
  return address.ToString();
}

// gRPC takes "[::]" for every address.
std::string ListenAddress(config::HostPort address) {
  if (address.host.empty()) address.host = "::";
  return address.ToString();
}

}  // namespace

absl::StatusOr<std::unique_ptr<GrpcListeners>> GrpcListeners::Open(const Options& options,
                                                                   const Components& components) {
  grpc::EnableDefaultHealthCheckService(true);
  std::unique_ptr<GrpcListeners> listeners(new GrpcListeners(components.devices));
  COLLIE_RETURN_IF_ERROR(listeners->OpenTls(options, components));
  COLLIE_RETURN_IF_ERROR(listeners->OpenLocal(options, components));
  return listeners;
}

absl::Status GrpcListeners::OpenTls(const Options& options, const Components& components) {
  tls_peers_ = std::make_unique<TlsPeerAuthenticator>(components.roster, components.devices);
  const auto on_attach = [components](const std::string& attached) {
    const std::optional<RosterMember> member = components.roster.ById(attached);
    if (member) components.on_member(*member);
  };
  link_ = std::make_unique<EdgeLinkService>(components.link, *tls_peers_, on_attach);
  tls_dashboard_ = std::make_unique<DashboardService>(components.watch, *tls_peers_);
  grpc::ServerBuilder builder;
  Bound(builder);
  int port = 0;
  builder.AddListeningPort(ListenAddress(options.address),
                           TlsCredentials(components.identity, *tls_peers_), &port);
  builder.RegisterService(link_.get());
  builder.RegisterService(tls_dashboard_.get());
  tls_server_ = builder.BuildAndStart();
  if (!tls_server_ || port == 0) {
    return absl::UnavailableError(absl::StrCat("The gRPC API cannot listen on ",
                                               options.address.ToString(),
                                               ": another program may have it; name another with "
                                               "--grpc."));
  }
  address_ = LinkAddress(options, port);
  return absl::OkStatus();
}

absl::Status GrpcListeners::OpenLocal(const Options& options, const Components& components) {
  local_dashboard_ = std::make_unique<DashboardService>(components.watch, local_peers_);
  unlock_ = std::make_unique<MemberUnlock>(
      components.roster, components.link.members, components.random, components.clock,
      [&streams = components.link.streams](const std::string& member) {
        streams.End(member, absl::UnauthenticatedError("This member's key was revoked."));
      });
  local_admin_ = std::make_unique<CrewAdminService>(
      local_peers_, components.devices, components.identity.authority, components.random, address_,
      components.give_up, *unlock_, components.watch.blocking);
  enrollment_ = std::make_unique<EnrollmentService>(local_peers_, components.roster,
                                                    components.identity.authority, address_,
                                                    *unlock_, components.watch.blocking);
  grpc::ServerBuilder builder;
  Bound(builder);
  builder.RegisterService(local_dashboard_.get());
  builder.RegisterService(local_admin_.get());
  builder.RegisterService(enrollment_.get());
  local_server_ = builder.BuildAndStart();
  if (!local_server_) return absl::UnavailableError("The local socket cannot be opened.");
  COLLIE_ASSIGN_OR_RETURN(listener_, local::LocalListener::Listen(options.socket, components.lock,
                                                                  local::HandTo(*local_server_)));
  return absl::OkStatus();
}

GrpcListeners::~GrpcListeners() { Stop(); }

void GrpcListeners::Tick() {
  link_->Tick();
  tls_dashboard_->Tick([this](const std::string& device) { return devices_.IsLive(device); });
}

void GrpcListeners::EndDevice(const std::string& device) {
  const absl::Status revoked = absl::UnauthenticatedError("This device was revoked.");
  tls_dashboard_->EndStreams(device, revoked);
}

void GrpcListeners::Stop() {
  const absl::Status down = status::WithReason(
      absl::UnavailableError("The relay is shutting down: reconnect in a moment."),
      status::kDraining);
  listener_.reset();
  if (local_dashboard_) local_dashboard_->EndStreams("", down);
  if (tls_dashboard_) tls_dashboard_->EndStreams("", down);
  if (local_server_) rpc::ShutDown(*local_server_, kShutdown);
  if (tls_server_) rpc::ShutDown(*tls_server_, kShutdown);
  local_server_.reset();
  tls_server_.reset();
}

}  // namespace collie::relay
