#include "relay/api/grpc/tls_server.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "crew/rpc/server_shutdown.h"
#include "relay/api/grpc/call_meter.h"
#include "relay/api/grpc/pin_verifier.h"
#include "relay/api/grpc/server_bounds.h"
#include "relay/api/grpc/unreadable_message.h"

namespace collie::relay {
namespace {

using FromFd = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
using Interceptors =
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>>;

constexpr absl::Duration kShutdown = absl::Seconds(3);

// A member attaches once; a device may act all the time.
CallBudgets::Limits LimitsOf(PeerIdentity::Kind kind) {
  CallBudgets::Limits limits;
  if (kind != PeerIdentity::Kind::kMember) return limits;
  limits.calls = {100, 10};
  limits.refused = 100;
  return limits;
}

}  // namespace

TlsServer::TlsServer(PeerIdentity::Kind kind, const Roster& roster, const Devices& devices,
                     const clock::Clock& clock, TlsAcceptor& acceptor)
    : kind_(kind),
      acceptor_(acceptor),
      budgets_(LimitsOf(kind), clock),
      peers_(roster, devices, budgets_) {}

absl::Status TlsServer::Start(const LeadIdentity& identity,
                              const std::vector<grpc::Service*>& services) {
  const bool is_of_members = kind_ == PeerIdentity::Kind::kMember;
  const ServerBounds& bounds = is_of_members ? kMemberBounds : kDeviceBounds;
  auto credentials = PinnedServerCredentials(identity, [this](const std::string& pin) {
    return IsListed(pin) && budgets_.MayConnect(pin);
  });
  credentials->SetAuthMetadataProcessor(std::make_shared<TlsCallAuthenticator>(
      peers_, budgets_, [this](const std::string& pin) { EndPeer(pin); }));
  Interceptors interceptors;
  interceptors.push_back(UnreadableMessages());
  interceptors.push_back(
      CallMeter(peers_, budgets_, [this](const std::string& far_end, const std::string& pin) {
        acceptor_.Called(far_end, pin);
      }));
  grpc::ServerBuilder builder;
  Bound(builder, bounds);
  builder.experimental().SetInterceptorCreators(std::move(interceptors));
  for (grpc::Service* service : services) builder.RegisterService(service);
  builder.RegisterCallbackGenericService(&unknown_methods_);
  connections_ = builder.experimental().AddExternalConnectionAcceptor(FromFd::FROM_FD, credentials);
  server_ = builder.BuildAndStart();
  if (server_ != nullptr) return absl::OkStatus();
  return absl::InternalError(
      absl::StrCat("The gRPC server of the ", bounds.name, " cannot be started: report this."));
}

void TlsServer::Take(int fd) {
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters connection;
  connection.fd = fd;
  connections_->HandleNewConnection(&connection);
}

bool TlsServer::IsListed(const std::string& pin) const {
  const absl::StatusOr<PeerIdentity> peer = peers_.IdentifyPin(pin);
  return peer.ok() && peer->kind == kind_;
}

void TlsServer::EndPeer(const std::string& pin) {
  if (acceptor_.EndPeer(pin) == 0) return;
  const absl::StatusOr<PeerIdentity> peer = peers_.IdentifyPin(pin);
  log::Warn("api", absl::StrCat(peer.ok() ? peer->member + peer->caller.device : "a peer",
                                " made too many calls: its connections end, and it connects again "
                                "in 10 s"));
}

void TlsServer::Stop() {
  if (server_ != nullptr) rpc::ShutDown(*server_, kShutdown);
  server_.reset();
}

}  // namespace collie::relay
