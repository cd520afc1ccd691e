#ifndef COLLIE_RELAY_API_GRPC_ENROLLMENT_SERVICE_H_
#define COLLIE_RELAY_API_GRPC_ENROLLMENT_SERVICE_H_

#include <string>

#include "absl/status/status.h"
#include "collie/v1/enrollment.grpc.pb.h"
#include "crew/identity/authority.h"
#include "crew/threads/blocking_calls.h"
#include "relay/access/roster.h"
#include "relay/api/grpc/grpc_peer.h"
#include "relay/enrollment/member_unlock.h"

namespace collie::relay {

// Enrols hosts in the crew, at one listener (protos/collie/v1/enrollment.proto). A call waits for
// the store on a thread of `blocking`. Thread-safe.
class EnrollmentService final : public v1::Enrollment::CallbackService {
 public:
  // All but the address outlive the service. `link_address` is where members attach: host:port.
  EnrollmentService(const PeerAuthenticator& peers, Roster& roster,
                    const identity::Authority& authority, std::string link_address,
                    MemberUnlock& unlock, threads::BlockingCalls& blocking);

  grpc::ServerUnaryReactor* Join(grpc::CallbackServerContext* context,
                                 const v1::JoinRequest* request, v1::JoinReply* reply) override;

 private:
  absl::Status Enroll(const grpc::CallbackServerContext& context, const v1::JoinRequest& request,
                      v1::JoinReply& reply);
  absl::StatusOr<RosterMember> EnrollHost(const v1::JoinRequest& request, const std::string& pin);

  const PeerAuthenticator& peers_;
  Roster& roster_;
  const identity::Authority& authority_;
  const std::string link_address_;
  MemberUnlock& unlock_;
  threads::BlockingCalls& blocking_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_ENROLLMENT_SERVICE_H_
