#include "relay/api/grpc/grpc_listeners.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>
#include <sys/resource.h>

#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/identity/authority.h"
#include "crew/local/grpc_local.h"
#include "crew/rpc/server_shutdown.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"
#include "relay/api/grpc/server_bounds.h"
#include "relay/api/grpc/unreadable_message.h"

namespace collie::relay {
namespace {

constexpr absl::Duration kShutdown = absl::Seconds(3);

// As many as this process may have: its start raised the limit.
uint64_t Descriptors() {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
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

absl::Status CannotListen(const config::HostPort& address, const absl::Status& why) {
  return absl::UnavailableError(absl::StrCat("The gRPC API cannot listen on ", address.ToString(),
                                             " (", why.message(),
                                             "): another program may have it; name another with "
                                             "--grpc."));
}

}  // namespace

absl::StatusOr<std::unique_ptr<GrpcListeners>> GrpcListeners::Open(const Options& options,
                                                                   const Components& components) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  std::unique_ptr<GrpcListeners> listeners(new GrpcListeners());
  COLLIE_RETURN_IF_ERROR(listeners->OpenTls(options, components));
  COLLIE_RETURN_IF_ERROR(listeners->OpenLocal(options, components));
  listeners->acceptor_->Start();
  return listeners;
}

std::unique_ptr<CrewAdminService> GrpcListeners::Admin(const PeerAuthenticator& peers,
                                                       const Components& components) {
  return std::make_unique<CrewAdminService>(
      peers, components.devices, components.identity.authority, components.random, address_,
      components.give_up, *unlock_, components.watch.blocking);
}

absl::Status GrpcListeners::OpenTls(const Options& options, const Components& components) {
  auto acceptor = TlsAcceptor::Open(
      {options.address, ConnectionBook::Bounds::Of(Descriptors())}, components.clock,
      [this](int fd, const std::string& server_name) {
        (server_name == identity::kLinkName ? members_server_ : devices_server_)->Take(fd);
      });
  if (!acceptor.ok()) return CannotListen(options.address, acceptor.status());
  acceptor_ = *std::move(acceptor);
  address_ = LinkAddress(options, acceptor_->port());
  devices_ = &components.devices;
  unlock_ = std::make_unique<MemberUnlock>(
      components.roster, components.link.members, components.random, components.clock,
      [&streams = components.link.streams](const std::string& member) {
        streams.End(member, absl::UnauthenticatedError("This member's key was revoked."));
      });
  const auto server_of = [&](PeerIdentity::Kind kind) {
    return std::make_unique<TlsServer>(kind, components.roster, components.devices,
                                       components.clock, *acceptor_);
  };
  members_server_ = server_of(PeerIdentity::Kind::kMember);
  const auto on_attach = [components](const std::string& attached) {
    const std::optional<RosterMember> member = components.roster.ById(attached);
    if (member) components.on_member(*member);
  };
  link_ = std::make_unique<EdgeLinkService>(components.link, members_server_->peers(), on_attach);
  COLLIE_RETURN_IF_ERROR(members_server_->Start(components.identity, {link_.get()}));
  devices_server_ = server_of(PeerIdentity::Kind::kDevice);
  tls_dashboard_ = std::make_unique<DashboardService>(components.watch, devices_server_->peers());
  tls_admin_ = Admin(devices_server_->peers(), components);
  return devices_server_->Start(components.identity, {tls_dashboard_.get(), tls_admin_.get()});
}

absl::Status GrpcListeners::OpenLocal(const Options& options, const Components& components) {
  local_dashboard_ = std::make_unique<DashboardService>(components.watch, local_peers_);
  local_admin_ = Admin(local_peers_, components);
  enrollment_ = std::make_unique<EnrollmentService>(local_peers_, components.roster,
                                                    components.identity.authority, address_,
                                                    *unlock_, components.watch.blocking);
  grpc::ServerBuilder builder;
  Bound(builder, kOwnerBounds);
  std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> readable;
  readable.push_back(UnreadableMessages());
  builder.experimental().SetInterceptorCreators(std::move(readable));
  builder.RegisterService(local_dashboard_.get());
  builder.RegisterService(local_admin_.get());
  builder.RegisterService(enrollment_.get());
  local_server_ = builder.BuildAndStart();
  if (!local_server_) return absl::UnavailableError("The local socket cannot be opened.");
  COLLIE_ASSIGN_OR_RETURN(
      listener_, local::LocalListener::Listen(options.socket, components.lock, options.agents,
                                              local::HandTo(*local_server_)));
  return absl::OkStatus();
}

GrpcListeners::~GrpcListeners() { Stop(); }

void GrpcListeners::Tick() {
  link_->Tick();
  tls_dashboard_->Tick([this](const std::string& device) { return devices_->IsLive(device); });
  // A tick later, so that their streams end with the reason before.
  std::set<std::string> unlisted;
  for (const std::string& pin : acceptor_->Peers()) {
    if (!members_server_->IsListed(pin) && !devices_server_->IsListed(pin)) unlisted.insert(pin);
  }
  for (const std::string& pin : unlisted) {
    if (unlisted_.contains(pin)) acceptor_->EndPeer(pin);
  }
  unlisted_ = std::move(unlisted);
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
  if (acceptor_) acceptor_->Stop();
  if (local_dashboard_) local_dashboard_->EndStreams("", down);
  if (tls_dashboard_) tls_dashboard_->EndStreams("", down);
  if (local_server_) rpc::ShutDown(*local_server_, kShutdown);
  local_server_.reset();
  if (devices_server_) devices_server_->Stop();
  if (members_server_) members_server_->Stop();
}

}  // namespace collie::relay
