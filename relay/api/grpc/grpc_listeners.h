#ifndef COLLIE_RELAY_API_GRPC_GRPC_LISTENERS_H_
#define COLLIE_RELAY_API_GRPC_GRPC_LISTENERS_H_

#include <grpcpp/server.h>

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "crew/config/address.h"
#include "crew/journal/instance_lock.h"
#include "crew/local/local_listener.h"
#include "relay/access/devices.h"
#include "relay/access/roster.h"
#include "relay/api/grpc/crew_admin_service.h"
#include "relay/api/grpc/dashboard_service.h"
#include "relay/api/grpc/edge_link_service.h"
#include "relay/api/grpc/enrollment_service.h"
#include "relay/api/grpc/grpc_peer.h"
#include "relay/api/grpc/tls_server.h"
#include "relay/enrollment/lead_identity.h"

namespace collie::relay {

// The relay over gRPC: the TLS listener, with a server for members and one for devices, each peer
// with a listed certificate, and the local socket (its owner). Thread-safe after Open.
class GrpcListeners {
 public:
  struct Options {
    config::HostPort address;
    std::string link_address;  // what members dial; empty: the address's own
    std::filesystem::path socket;
    std::filesystem::path agents = {};  // the processes of this machine's agents (crew/local)
  };
  struct Components {
    const LeadIdentity& identity;
    Roster& roster;
    Devices& devices;
    LinkTargets link;
    WatchTargets watch;
    const journal::InstanceLock& lock;
    const clock::Clock& clock;
    ids::RandomSource& random;
    // Gives an act up (CrewService::GiveUp).
    CrewAdminService::GiveUp give_up;
    // A member's edge calls: it may be new.
    std::function<void(const RosterMember&)> on_member;
  };

  // Opens all. UNAVAILABLE: a port or the socket cannot be had; the sentence names it and its
  // flag.
  static absl::StatusOr<std::unique_ptr<GrpcListeners>> Open(const Options& options,
                                                             const Components& components);
  ~GrpcListeners();

  // host:port of the TLS listener, as it was opened.
  const std::string& address() const { return address_; }

  // What the TLS listener has and had.
  TlsAcceptor::Counts connections() const { return acceptor_->counts(); }

  // Heartbeats and silences of links, the ends of devices' lives, connections of those who are
  // listed no more. Call about once a second.
  void Tick();
  // Ends the streams of a revoked device.
  void EndDevice(const std::string& device);
  // Ends every stream and all servers. Once.
  void Stop();

 private:
  GrpcListeners() = default;
  absl::Status OpenTls(const Options& options, const Components& components);
  absl::Status OpenLocal(const Options& options, const Components& components);
  std::unique_ptr<CrewAdminService> Admin(const PeerAuthenticator& peers,
                                          const Components& components);

  std::string address_;
  std::unique_ptr<MemberUnlock> unlock_;
  // Under the servers, which it outlives; it accepts for both.
  std::unique_ptr<TlsAcceptor> acceptor_;
  std::unique_ptr<TlsServer> members_server_;
  std::unique_ptr<EdgeLinkService> link_;
  std::unique_ptr<TlsServer> devices_server_;
  std::unique_ptr<DashboardService> tls_dashboard_;
  std::unique_ptr<CrewAdminService> tls_admin_;
  const Devices* devices_ = nullptr;
  std::set<std::string> unlisted_;  // peers with connections, at the last tick; of the ticker alone

  LocalPeerAuthenticator local_peers_;
  std::unique_ptr<DashboardService> local_dashboard_;
  std::unique_ptr<CrewAdminService> local_admin_;
  std::unique_ptr<EnrollmentService> enrollment_;
  std::unique_ptr<grpc::Server> local_server_;
  std::unique_ptr<local::LocalListener> listener_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_GRPC_LISTENERS_H_
