#include "relay/api/grpc/grpc_peer.h"

#include <grpc/grpc_security_constants.h>

#include <string>
#include <vector>

#include "crew/identity/pin.h"
#include "crew/status/grpc_status.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

absl::Status NotListed() {
  return absl::UnauthenticatedError(
      "This certificate is not listed in the crew: join again, or pair the device again.");
}

}  // namespace

absl::StatusOr<PeerIdentity> PeerAuthenticator::Admit(
    std::string_view method, const grpc::ServerContextBase& context) const {
  COLLIE_ASSIGN_OR_RETURN(PeerIdentity peer, Identify(context));
  COLLIE_RETURN_IF_ERROR(Authorize(method, peer));
  return peer;
}

absl::StatusOr<PeerIdentity> LocalPeerAuthenticator::Identify(
    const grpc::ServerContextBase&) const {
  return PeerIdentity::Owner();
}

absl::StatusOr<PeerIdentity> TlsPeerAuthenticator::Identify(
    const grpc::ServerContextBase& context) const {
  std::shared_ptr<const grpc::AuthContext> peer = context.auth_context();
  if (peer == nullptr) return NotListed();
  return Identify(*peer);
}

absl::StatusOr<PeerIdentity> TlsPeerAuthenticator::Identify(const grpc::AuthContext& peer) const {
  if (!peer.IsPeerAuthenticated()) return NotListed();
  const std::vector<grpc::string_ref> pems =
      peer.FindPropertyValues(GRPC_X509_PEM_CERT_PROPERTY_NAME);
  if (pems.size() != 1) return NotListed();
  absl::StatusOr<std::string> pin = identity::PinOfCertificate({pems[0].data(), pems[0].size()});
  if (!pin.ok()) return NotListed();
  if (auto member = roster_.ByPin(*pin); member.has_value()) {
    return PeerIdentity{.kind = PeerIdentity::Kind::kMember, .member = member->id, .caller = {}};
  }
  if (auto caller = devices_.ByPin(*pin); caller.has_value()) {
    return PeerIdentity{.kind = PeerIdentity::Kind::kDevice, .member = "", .caller = *caller};
  }
  return NotListed();
}

grpc::Status TlsCallAuthenticator::Process(const InputMetadata&, grpc::AuthContext* peer,
                                           OutputMetadata*, OutputMetadata*) {
  if (peer == nullptr) return status::ToGrpc(NotListed());
  return status::ToGrpc(peers_.Identify(*peer).status());
}

}  // namespace collie::relay
