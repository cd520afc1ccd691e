#include "relay/api/grpc/grpc_peer.h"

#include <grpc/grpc_security_constants.h>

#include <string>
#include <vector>

#include "crew/identity/pin.h"
#include "crew/status/grpc_status.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr size_t kKnownCertificates = 4096;

absl::Status NotListed() {
  return absl::UnauthenticatedError(
      "This certificate is not listed in the crew: join again, or pair the device again.");
}

grpc::Status TooManyCalls() {
  return {grpc::StatusCode::RESOURCE_EXHAUSTED,
          "Too many calls in a short time: back off, then call again."};
}

bool BeginsStream(const grpc::AuthMetadataProcessor::InputMetadata& metadata) {
  const auto path = metadata.find(":path");
  if (path == metadata.end()) return false;
  return path->second == method::kWatch || path->second == method::kWatchConversation;
}

}  // namespace

absl::StatusOr<PeerIdentity> PeerAuthenticator::Admit(
    std::string_view method, const grpc::ServerContextBase& context) const {
  COLLIE_ASSIGN_OR_RETURN(PeerIdentity peer, Identify(context));
  COLLIE_RETURN_IF_ERROR(Authorize(method, peer));
  COLLIE_RETURN_IF_ERROR(CheckBudget(context));
  return peer;
}

absl::StatusOr<PeerIdentity> LocalPeerAuthenticator::Identify(
    const grpc::ServerContextBase&) const {
  return PeerIdentity::Owner();
}

absl::StatusOr<PeerIdentity> TlsPeerAuthenticator::Identify(
    const grpc::ServerContextBase& context) const {
  return IdentifyPin(PinOf(context));
}

absl::StatusOr<PeerIdentity> TlsPeerAuthenticator::IdentifyPin(std::string_view pin) const {
  if (pin.empty()) return NotListed();
  if (auto member = roster_.ByPin(pin); member.has_value()) {
    return PeerIdentity{.kind = PeerIdentity::Kind::kMember, .member = member->id, .caller = {}};
  }
  if (auto caller = devices_.ByPin(pin); caller.has_value()) {
    return PeerIdentity{.kind = PeerIdentity::Kind::kDevice, .member = "", .caller = *caller};
  }
  return NotListed();
}

std::string TlsPeerAuthenticator::PinOf(const grpc::ServerContextBase& context) const {
  const std::shared_ptr<const grpc::AuthContext> peer = context.auth_context();
  return peer == nullptr ? "" : PinOf(*peer);
}

std::string TlsPeerAuthenticator::PinOf(const grpc::AuthContext& peer) const {
  const std::vector<grpc::string_ref> pems =
      peer.FindPropertyValues(GRPC_X509_PEM_CERT_PROPERTY_NAME);
  if (pems.size() != 1) return "";
  const std::string pem(pems[0].data(), pems[0].size());
  {
    absl::MutexLock lock(&mu_);
    const auto known = pins_.find(pem);
    if (known != pins_.end()) return known->second;
  }
  const absl::StatusOr<std::string> pin = identity::PinOfCertificate(pem);
  if (!pin.ok()) return "";
  absl::MutexLock lock(&mu_);
  if (pins_.size() >= kKnownCertificates) pins_.clear();
  pins_.emplace(pem, *pin);
  return *pin;
}

absl::Status TlsPeerAuthenticator::CheckBudget(const grpc::ServerContextBase& context) const {
  if (!budgets_.IsOver(PinOf(context))) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      "Too many replies wait to be read: read those first, then call again.");
}

grpc::Status TlsCallAuthenticator::Process(const InputMetadata& metadata, grpc::AuthContext* peer,
                                           OutputMetadata*, OutputMetadata*) {
  const std::string pin = peer == nullptr ? "" : peers_.PinOf(*peer);
  const absl::Status listed = peers_.IdentifyPin(pin).status();
  if (!listed.ok()) return status::ToGrpc(listed);
  switch (budgets_.OnCall(pin, BeginsStream(metadata))) {
    case CallBudgets::Verdict::kServe:
      return grpc::Status::OK;
    case CallBudgets::Verdict::kEnd:
      end_peer_(pin);
      break;
    case CallBudgets::Verdict::kRefuse:
      break;
  }
  return TooManyCalls();
}

}  // namespace collie::relay
