#ifndef COLLIE_RELAY_API_GRPC_GRPC_PEER_H_
#define COLLIE_RELAY_API_GRPC_GRPC_PEER_H_

#include <grpcpp/security/auth_context.h>
#include <grpcpp/security/auth_metadata_processor.h>
#include <grpcpp/server_context.h>

#include <string_view>

#include "absl/status/statusor.h"
#include "relay/access/devices.h"
#include "relay/access/roster.h"
#include "relay/api/grpc/authorize.h"

namespace collie::relay {

// Authenticates the peer of a call. Each gRPC server has an authenticator of its own, and each
// service object uses one: who is the owner is decided by the listener of the call, never by what
// the call lacks. Thread-safe.
class PeerAuthenticator {
 public:
  virtual ~PeerAuthenticator() = default;
  // Errors: UNAUTHENTICATED (the peer is not listed).
  virtual absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const = 0;

  // Identify, then Authorize for `method`. Errors: UNAUTHENTICATED, PERMISSION_DENIED.
  absl::StatusOr<PeerIdentity> Admit(std::string_view method,
                                     const grpc::ServerContextBase& context) const;
};

// Of the local socket, whose listener accepts its owner alone.
class LocalPeerAuthenticator final : public PeerAuthenticator {
 public:
  absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const override;
};

// Of the TLS listener: members and devices, by the pins of their keys. That the crew's authority
// signed a certificate is not enough. Roster and devices outlive it.
class TlsPeerAuthenticator final : public PeerAuthenticator {
 public:
  TlsPeerAuthenticator(const Roster& roster, const Devices& devices)
      : roster_(roster), devices_(devices) {}

  absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const override;
  absl::StatusOr<PeerIdentity> Identify(const grpc::AuthContext& peer) const;

 private:
  const Roster& roster_;
  const Devices& devices_;
};

// Lets only listed peers make calls at the TLS listener, unknown methods and health included,
// before anything of a call is read. What a peer may call is asked by each RPC itself (Admit): an
// error from here cannot carry a reason. For grpc::ServerCredentials::SetAuthMetadataProcessor.
class TlsCallAuthenticator final : public grpc::AuthMetadataProcessor {
 public:
  // `peers` outlives the server.
  explicit TlsCallAuthenticator(const TlsPeerAuthenticator& peers) : peers_(peers) {}

  bool IsBlocking() const override { return false; }
  grpc::Status Process(const InputMetadata& metadata, grpc::AuthContext* peer,
                       OutputMetadata* consumed, OutputMetadata* response) override;

 private:
  const TlsPeerAuthenticator& peers_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_GRPC_PEER_H_
