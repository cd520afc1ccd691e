#ifndef COLLIE_RELAY_API_GRPC_GRPC_PEER_H_
#define COLLIE_RELAY_API_GRPC_GRPC_PEER_H_

#include <grpcpp/security/auth_context.h>
#include <grpcpp/security/auth_metadata_processor.h>
#include <grpcpp/server_context.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "relay/access/devices.h"
#include "relay/access/roster.h"
#include "relay/api/grpc/authorize.h"
#include "relay/api/grpc/call_budgets.h"

namespace collie::relay {

// Authenticates the peer of a call. Each gRPC server has an authenticator of its own, and each
// service object uses one: who is the owner is decided by the listener of the call, never by what
// the call lacks. Thread-safe.
class PeerAuthenticator {
 public:
  virtual ~PeerAuthenticator() = default;
  // Errors: UNAUTHENTICATED (the peer is not listed).
  virtual absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const = 0;

  // Identify, then Authorize for `method`, then the peer's budget. Errors: UNAUTHENTICATED,
  // PERMISSION_DENIED, UNIMPLEMENTED, RESOURCE_EXHAUSTED.
  absl::StatusOr<PeerIdentity> Admit(std::string_view method,
                                     const grpc::ServerContextBase& context) const;

 private:
  // Whether one more call of this peer fits. Errors: RESOURCE_EXHAUSTED.
  virtual absl::Status CheckBudget(const grpc::ServerContextBase&) const {
    return absl::OkStatus();
  }
};

// Of the local socket, whose listener accepts its owner alone.
class LocalPeerAuthenticator final : public PeerAuthenticator {
 public:
  absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const override;
};

// Of the TLS listener: members and devices, by the pins of their keys. That the crew's authority
// signed a certificate, and its dates, decide nothing.
class TlsPeerAuthenticator final : public PeerAuthenticator {
 public:
  // All outlive it.
  TlsPeerAuthenticator(const Roster& roster, const Devices& devices, const CallBudgets& budgets)
      : roster_(roster), devices_(devices), budgets_(budgets) {}

  absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase& context) const override;
  // By its pin. Errors: UNAUTHENTICATED.
  absl::StatusOr<PeerIdentity> IdentifyPin(std::string_view pin) const;
  // The pin of the certificate that the peer showed; empty: none, or an unreadable one.
  std::string PinOf(const grpc::AuthContext& peer) const;
  std::string PinOf(const grpc::ServerContextBase& context) const;

 private:
  absl::Status CheckBudget(const grpc::ServerContextBase& context) const override;

  const Roster& roster_;
  const Devices& devices_;
  const CallBudgets& budgets_;
  mutable absl::Mutex mu_;
  // By certificate: one is read once, however many calls are made with it.
  mutable absl::flat_hash_map<std::string, std::string> pins_ ABSL_GUARDED_BY(mu_);
};

// Lets only listed peers within their budgets make calls at the TLS listener, unknown methods and
// health included, before anything of a call is read. What a peer may call is asked by each RPC
// itself (Admit): an error from here cannot carry a reason. For
// grpc::ServerCredentials::SetAuthMetadataProcessor.
class TlsCallAuthenticator final : public grpc::AuthMetadataProcessor {
 public:
  // Ends the connections of a peer that makes calls though they were refused.
  using EndPeer = std::function<void(const std::string& pin)>;

  // `peers` and `budgets` outlive the server.
  TlsCallAuthenticator(const TlsPeerAuthenticator& peers, CallBudgets& budgets, EndPeer end_peer)
      : peers_(peers), budgets_(budgets), end_peer_(std::move(end_peer)) {}

  bool IsBlocking() const override { return false; }
  grpc::Status Process(const InputMetadata& metadata, grpc::AuthContext* peer,
                       OutputMetadata* consumed, OutputMetadata* response) override;

 private:
  const TlsPeerAuthenticator& peers_;
  CallBudgets& budgets_;
  const EndPeer end_peer_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_GRPC_PEER_H_
