#ifndef COLLIE_TESTS_RELAY_API_GRPC_SCRIPTED_PEERS_H_
#define COLLIE_TESTS_RELAY_API_GRPC_SCRIPTED_PEERS_H_

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "relay/api/grpc/grpc_peer.h"

namespace collie::relay {

inline PeerIdentity MemberPeer() {
  return {.kind = PeerIdentity::Kind::kMember, .member = "deck", .caller = {}};
}

inline PeerIdentity DevicePeer(v1::Role role) {
  return {.kind = PeerIdentity::Kind::kDevice, .member = "", .caller = {"phone", role}};
}

// Every call is made by the peer that a test set. Thread-safe.
class ScriptedPeers final : public PeerAuthenticator {
 public:
  absl::StatusOr<PeerIdentity> Identify(const grpc::ServerContextBase&) const override {
    absl::MutexLock lock(&mu_);
    return peer_;
  }
  void Set(PeerIdentity peer) {
    absl::MutexLock lock(&mu_);
    peer_ = std::move(peer);
  }

 private:
  mutable absl::Mutex mu_;
  PeerIdentity peer_ ABSL_GUARDED_BY(mu_) = PeerIdentity::Owner();
};

}  // namespace collie::relay

#endif  // COLLIE_TESTS_RELAY_API_GRPC_SCRIPTED_PEERS_H_
