#include "relay/api/grpc/enrollment_service.h"

#include <utility>

#include "crew/identity/certificate_request.h"
#include "crew/rpc/blocking_answer.h"
#include "crew/status/status_macros.h"
#include "relay/enrollment/label.h"

namespace collie::relay {

EnrollmentService::EnrollmentService(const PeerAuthenticator& peers, Roster& roster,
                                     const identity::Authority& authority, std::string link_address,
                                     MemberUnlock& unlock, threads::BlockingCalls& blocking)
    : peers_(peers),
      roster_(roster),
      authority_(authority),
      link_address_(std::move(link_address)),
      unlock_(unlock),
      blocking_(blocking) {}

grpc::ServerUnaryReactor* EnrollmentService::Join(grpc::CallbackServerContext* context,
                                                  const v1::JoinRequest* request,
                                                  v1::JoinReply* reply) {
  return rpc::AnswerOn(blocking_, *context,
                       [=, this] { return Enroll(*context, *request, *reply); });
}

absl::Status EnrollmentService::Enroll(const grpc::CallbackServerContext& context,
                                       const v1::JoinRequest& request, v1::JoinReply& reply) {
  COLLIE_RETURN_IF_ERROR(peers_.Admit(method::kJoin, context).status());
  COLLIE_ASSIGN_OR_RETURN(identity::CertificateRequest csr,
                          identity::CertificateRequest::Parse(request.certificate_request()));
  COLLIE_ASSIGN_OR_RETURN(RosterMember member, EnrollHost(request, csr.pin()));
  // If this fails the member is on the roster without a certificate; joining again with the same
  // key ends as the same member.
  COLLIE_ASSIGN_OR_RETURN(*reply.mutable_certificate(), authority_.SignMember(csr, member.id));
  reply.set_member(member.id);
  reply.set_authority(authority_.certificate());
  reply.set_link_address(link_address_);
  return absl::OkStatus();
}

// At the local socket a token is one of an unlocked member: its owner needs none to join.
absl::StatusOr<RosterMember> EnrollmentService::EnrollHost(const v1::JoinRequest& request,
                                                           const std::string& pin) {
  if (!request.token().empty()) return unlock_.Rejoin(request.token(), ids::Pin(pin));
  COLLIE_RETURN_IF_ERROR(CheckLabel(request.label()));
  return roster_.Enroll(request.label(), ids::Pin(pin), /*ephemeral=*/false);
}

}  // namespace collie::relay
