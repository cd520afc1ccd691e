#ifndef COLLIE_RELAY_ENROLLMENT_CREW_ADMIN_SERVICE_H_
#define COLLIE_RELAY_ENROLLMENT_CREW_ADMIN_SERVICE_H_

#include <string>

#include "absl/status/status.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "crew/identity/authority.h"
#include "crew/ids/random.h"
#include "relay/access/devices.h"
#include "relay/access/grpc_peer.h"

namespace collie::relay {

// What the operator of a lead does, at one door (protos/collie/v1/crew_admin.proto). A call waits
// for the store on the library's thread: these are rare. Thread-safe.
class CrewAdminService final : public v1::CrewAdmin::CallbackService {
 public:
  // All but the address outlive the service. `grpc_address` is where devices connect: host:port.
  CrewAdminService(const GrpcDoor& door, Devices& devices, const identity::Authority& authority,
                   ids::RandomSource& random, std::string grpc_address);

  grpc::ServerUnaryReactor* PairDevice(grpc::CallbackServerContext* context,
                                       const v1::PairDeviceRequest* request,
                                       v1::PairDeviceReply* reply) override;
  grpc::ServerUnaryReactor* ListDevices(grpc::CallbackServerContext* context,
                                        const v1::ListDevicesRequest* request,
                                        v1::ListDevicesReply* reply) override;
  grpc::ServerUnaryReactor* RevokeDevice(grpc::CallbackServerContext* context,
                                         const v1::RevokeDeviceRequest* request,
                                         v1::RevokeDeviceReply* reply) override;

 private:
  absl::Status Pair(const grpc::CallbackServerContext& context,
                    const v1::PairDeviceRequest& request, v1::PairDeviceReply& reply);
  // Mints or signs what the request asks for: what is stored goes to `device`, what is told to
  // `reply`.
  absl::Status MakeSecret(const v1::PairDeviceRequest& request, NewDevice& device,
                          v1::PairDeviceReply& reply) const;
  absl::Status List(const grpc::CallbackServerContext& context, v1::ListDevicesReply& reply) const;
  absl::Status Revoke(const grpc::CallbackServerContext& context,
                      const v1::RevokeDeviceRequest& request);

  const GrpcDoor& door_;
  Devices& devices_;
  const identity::Authority& authority_;
  ids::RandomSource& random_;
  const std::string grpc_address_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ENROLLMENT_CREW_ADMIN_SERVICE_H_
