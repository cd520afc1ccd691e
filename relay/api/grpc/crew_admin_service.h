#ifndef COLLIE_RELAY_API_GRPC_CREW_ADMIN_SERVICE_H_
#define COLLIE_RELAY_API_GRPC_CREW_ADMIN_SERVICE_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "crew/identity/authority.h"
#include "crew/ids/random.h"
#include "crew/threads/blocking_calls.h"
#include "relay/access/devices.h"
#include "relay/acts/act_reply.h"
#include "relay/api/grpc/grpc_peer.h"
#include "relay/enrollment/member_unlock.h"

namespace collie::relay {

// What the operator of a lead does, at one listener (protos/collie/v1/crew_admin.proto). A call
// that waits for the store does so on a thread of `blocking`. Giving an act up holds no thread.
// Thread-safe.
class CrewAdminService final : public v1::CrewAdmin::CallbackService {
 public:
  // Gives an act up, as CrewService::GiveUp; the answer may come on another thread.
  using GiveUp = std::function<void(const std::string& request_id, ActDone done)>;

  // All but the address and the function outlive the service. `grpc_address` is where devices
  // connect: host:port.
  CrewAdminService(const PeerAuthenticator& peers, Devices& devices,
                   const identity::Authority& authority, ids::RandomSource& random,
                   std::string grpc_address, GiveUp give_up, MemberUnlock& unlock,
                   threads::BlockingCalls& blocking);

  grpc::ServerUnaryReactor* PairDevice(grpc::CallbackServerContext* context,
                                       const v1::PairDeviceRequest* request,
                                       v1::PairDeviceReply* reply) override;
  grpc::ServerUnaryReactor* ListDevices(grpc::CallbackServerContext* context,
                                        const v1::ListDevicesRequest* request,
                                        v1::ListDevicesReply* reply) override;
  grpc::ServerUnaryReactor* RevokeDevice(grpc::CallbackServerContext* context,
                                         const v1::RevokeDeviceRequest* request,
                                         v1::RevokeDeviceReply* reply) override;
  grpc::ServerUnaryReactor* GiveUpAct(grpc::CallbackServerContext* context,
                                      const v1::GiveUpActRequest* request,
                                      v1::Receipt* reply) override;
  grpc::ServerUnaryReactor* UnlockMember(grpc::CallbackServerContext* context,
                                         const v1::UnlockMemberRequest* request,
                                         v1::UnlockMemberReply* reply) override;

 private:
  absl::Status Pair(const grpc::CallbackServerContext& context,
                    const v1::PairDeviceRequest& request, v1::PairDeviceReply& reply);
  // Mints or signs what the request asks for: what is stored goes to `device`, what the caller gets
  // to `reply`.
  absl::Status MakeSecret(const v1::PairDeviceRequest& request, NewDevice& device,
                          v1::PairDeviceReply& reply) const;
  absl::Status List(const grpc::CallbackServerContext& context, v1::ListDevicesReply& reply) const;
  absl::Status Revoke(const grpc::CallbackServerContext& context,
                      const v1::RevokeDeviceRequest& request);
  absl::Status Unlock(const grpc::CallbackServerContext& context,
                      const v1::UnlockMemberRequest& request, v1::UnlockMemberReply& reply);

  const PeerAuthenticator& peers_;
  Devices& devices_;
  const identity::Authority& authority_;
  ids::RandomSource& random_;
  const std::string grpc_address_;
  const GiveUp give_up_;
  MemberUnlock& unlock_;
  threads::BlockingCalls& blocking_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_CREW_ADMIN_SERVICE_H_
