#include "relay/grpc_doors.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/local/grpc_local.h"
#include "crew/rpc/server_shutdown.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr int kMostFrame = 4 << 20;            // bytes of one message that a peer may send
constexpr size_t kMemory = size_t{512} << 20;  // of all connections together
constexpr absl::Duration kShutdown = absl::Seconds(3);
// What a dashboard's streams and reads ask of its caller; an act is asked for again by its own
// check.
constexpr char kWatching[] = "/collie.v1.Dashboard/Watch";

// What both servers hold their peers to.
void Bound(grpc::ServerBuilder& builder) {
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
                                                        const TlsDoor& door) {
  grpc::SslServerCredentialsOptions options(
      GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  options.pem_root_certs = identity.authority.certificate();
  options.pem_key_cert_pairs.push_back({identity.relay_key, identity.relay_certificate});
  auto credentials = grpc::SslServerCredentials(options);
  credentials->SetAuthMetadataProcessor(std::make_shared<TlsCallAuthorizer>(door));
  return credentials;
}

// What members dial: the advertised host, or the address's own, which is this machine where the
// address names none.
std::string LinkAddress(const GrpcDoors::Options& options, int port) {
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

DashboardService::CallerOf CallerAt(const GrpcDoor& door, std::string_view method_prefix) {
  return [&door, prefix = std::string(method_prefix)](
             const grpc::CallbackServerContext& context) -> absl::StatusOr<Caller> {
    absl::StatusOr<PeerIdentity> peer = door.Admit(prefix, context);
    if (!peer.ok()) return peer.status();
    return peer->caller;
  };
}

}  // namespace

absl::StatusOr<std::unique_ptr<GrpcDoors>> GrpcDoors::Open(const Options& options,
                                                           const Rooms& rooms) {
  grpc::EnableDefaultHealthCheckService(true);
  std::unique_ptr<GrpcDoors> doors(new GrpcDoors(rooms.devices));
  COLLIE_RETURN_IF_ERROR(doors->OpenTls(options, rooms));
  COLLIE_RETURN_IF_ERROR(doors->OpenLocal(options, rooms));
  return doors;
}

absl::Status GrpcDoors::OpenTls(const Options& options, const Rooms& rooms) {
  tls_door_ = std::make_unique<TlsDoor>(rooms.roster, rooms.devices);
  const auto member_of =
      [door = tls_door_.get(),
       rooms](const grpc::CallbackServerContext& context) -> absl::StatusOr<std::string> {
    absl::StatusOr<PeerIdentity> peer = door->Admit("/collie.v1.EdgeLink/Attach", context);
    if (!peer.ok()) return peer.status();
    for (const RosterMember& member : rooms.roster.List()) {
      if (member.id == peer->member) rooms.on_member(member);
    }
    return peer->member;
  };
  link_ = std::make_unique<EdgeLinkService>(rooms.link, member_of);
  tls_dashboard_ =
      std::make_unique<DashboardService>(rooms.fanout, CallerAt(*tls_door_, kWatching));
  grpc::ServerBuilder builder;
  Bound(builder);
  int port = 0;
  builder.AddListeningPort(ListenAddress(options.address),
                           TlsCredentials(rooms.identity, *tls_door_), &port);
  builder.RegisterService(link_.get());
  builder.RegisterService(tls_dashboard_.get());
  tls_server_ = builder.BuildAndStart();
  if (!tls_server_ || port == 0) {
    return absl::UnavailableError(absl::StrCat("The gRPC door cannot listen on ",
                                               options.address.ToString(),
                                               ": another program may have it; name another with "
                                               "--grpc."));
  }
  address_ = LinkAddress(options, port);
  return absl::OkStatus();
}

absl::Status GrpcDoors::OpenLocal(const Options& options, const Rooms& rooms) {
  local_dashboard_ =
      std::make_unique<DashboardService>(rooms.fanout, CallerAt(local_door_, kWatching));
  unlock_ = std::make_unique<MemberUnlock>(
      rooms.roster, rooms.link.members, rooms.random, rooms.clock,
      [&streams = rooms.link.streams](const std::string& member) {
        streams.End(member, absl::UnauthenticatedError("This member's key was revoked."));
      });
  local_admin_ =
      std::make_unique<CrewAdminService>(local_door_, rooms.devices, rooms.identity.authority,
                                         rooms.random, address_, rooms.give_up, *unlock_);
  enrollment_ = std::make_unique<EnrollmentService>(local_door_, rooms.roster,
                                                    rooms.identity.authority, address_, *unlock_);
  grpc::ServerBuilder builder;
  Bound(builder);
  builder.RegisterService(local_dashboard_.get());
  builder.RegisterService(local_admin_.get());
  builder.RegisterService(enrollment_.get());
  local_server_ = builder.BuildAndStart();
  if (!local_server_) return absl::UnavailableError("The local door cannot be opened.");
  COLLIE_ASSIGN_OR_RETURN(listener_, local::LocalListener::Listen(options.socket, rooms.lock,
                                                                  local::HandTo(*local_server_)));
  return absl::OkStatus();
}

GrpcDoors::~GrpcDoors() { Stop(); }

void GrpcDoors::Tick() {
  link_->Tick();
  tls_dashboard_->Tick([this](const std::string& device) { return devices_.IsLive(device); });
}

void GrpcDoors::EndDevice(const std::string& device) {
  const absl::Status revoked = absl::UnauthenticatedError("This device was revoked.");
  tls_dashboard_->EndStreams(device, revoked);
}

void GrpcDoors::Stop() {
  const absl::Status down = absl::UnavailableError("The relay goes down; it will be back.");
  listener_.reset();
  if (local_dashboard_) local_dashboard_->EndStreams("", down);
  if (tls_dashboard_) tls_dashboard_->EndStreams("", down);
  if (local_server_) rpc::ShutDown(*local_server_, kShutdown);
  if (tls_server_) rpc::ShutDown(*tls_server_, kShutdown);
  local_server_.reset();
  tls_server_.reset();
}

}  // namespace collie::relay
