#ifndef COLLIE_RELAY_API_GRPC_TLS_SERVER_H_
#define COLLIE_RELAY_API_GRPC_TLS_SERVER_H_

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crew/clock/clock.h"
#include "relay/access/devices.h"
#include "relay/access/roster.h"
#include "relay/api/connections/tls_acceptor.h"
#include "relay/api/grpc/call_budgets.h"
#include "relay/api/grpc/grpc_peer.h"
#include "relay/api/grpc/unknown_methods.h"
#include "relay/enrollment/lead_identity.h"

namespace collie::relay {

// One gRPC server behind the TLS listener: that of members or that of devices. It gets connections
// from the acceptor, lets beyond the handshake only listed peers of its kind, and holds each peer
// to its budgets. Thread-safe after Start.
class TlsServer {
 public:
  // `kind`: kMember or kDevice. All outlive it.
  TlsServer(PeerIdentity::Kind kind, const Roster& roster, const Devices& devices,
            const clock::Clock& clock, TlsAcceptor& acceptor);

  // Of its calls, for the services.
  const PeerAuthenticator& peers() const { return peers_; }

  // Once, before the acceptor starts. The services outlive the server. Errors: INTERNAL.
  absl::Status Start(const LeadIdentity& identity, const std::vector<grpc::Service*>& services);
  // Takes over a connected descriptor.
  void Take(int fd);
  // Whether this pin is that of a listed peer of its kind.
  bool IsListed(const std::string& pin) const;
  // Takes no more calls, and waits a moment for those under way.
  void Stop();

 private:
  void EndPeer(const std::string& pin);

  const PeerIdentity::Kind kind_;
  TlsAcceptor& acceptor_;
  CallBudgets budgets_;
  TlsPeerAuthenticator peers_;
  UnknownMethods unknown_methods_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> connections_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_TLS_SERVER_H_
