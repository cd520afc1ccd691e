#ifndef COLLIE_RELAY_API_GRPC_GRPC_LISTENERS_H_
#define COLLIE_RELAY_API_GRPC_GRPC_LISTENERS_H_

#include <grpcpp/server.h>

#include <functional>
#include <memory>
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
#include "relay/enrollment/lead_identity.h"

namespace collie::relay {

// The relay's two gRPC servers: the TLS listener (members and devices, each with a listed
// certificate) and the local socket (its owner). Thread-safe after Open.
class GrpcListeners {
 public:
  struct Options {
    config::HostPort address;
    std::string link_address;  // what members dial; empty: the address's own
    std::filesystem::path socket;
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

  // Opens both. UNAVAILABLE: a port or the socket cannot be had; the sentence names it and its
  // flag.
  static absl::StatusOr<std::unique_ptr<GrpcListeners>> Open(const Options& options,
                                                             const Components& components);
  ~GrpcListeners();

  // host:port of the TLS listener, as it was opened.
  const std::string& address() const { return address_; }

  // Heartbeats and silences of links, and the ends of devices' lives. Call about once a second.
  void Tick();
  // Ends the streams of a revoked device.
  void EndDevice(const std::string& device);
  // Ends every stream and both servers. Once.
  void Stop();

 private:
  explicit GrpcListeners(const Devices& devices) : devices_(devices) {}
  absl::Status OpenTls(const Options& options, const Components& components);
  absl::Status OpenLocal(const Options& options, const Components& components);

  const Devices& devices_;
  std::string address_;
  std::unique_ptr<TlsPeerAuthenticator> tls_peers_;
  LocalPeerAuthenticator local_peers_;
  std::unique_ptr<MemberUnlock> unlock_;
  std::unique_ptr<EdgeLinkService> link_;
  std::unique_ptr<DashboardService> tls_dashboard_;
  std::unique_ptr<DashboardService> local_dashboard_;
  std::unique_ptr<CrewAdminService> local_admin_;
  std::unique_ptr<EnrollmentService> enrollment_;
  std::unique_ptr<grpc::Server> tls_server_;
  std::unique_ptr<grpc::Server> local_server_;
  std::unique_ptr<local::LocalListener> listener_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_GRPC_LISTENERS_H_
