#include "relay/api/grpc/crew_admin_service.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/identity/certificate_request.h"
#include "crew/identity/token.h"
#include "crew/ids/ids.h"
#include "crew/log/log.h"
#include "crew/receipt/words.h"
#include "crew/rpc/blocking_answer.h"
#include "crew/status/grpc_status.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"
#include "relay/api/grpc/act_error.h"
#include "relay/enrollment/label.h"

namespace collie::relay {
namespace {

constexpr absl::Duration kLongestLife = absl::Hours(24 * 3653);  // as long as a certificate's

grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext& context, const absl::Status& status) {
  grpc::ServerUnaryReactor* reactor = context.DefaultReactor();
  reactor->Finish(status::ToGrpc(status));
  return reactor;
}

absl::Status SetLife(int64_t ttl_ms, NewDevice& device) {
  if (ttl_ms < 0 || absl::Milliseconds(ttl_ms) > kLongestLife) {
    return absl::InvalidArgumentError("A device's life is 1 ms to ten years, or 0 for no end.");
  }
  if (ttl_ms > 0) device.life = absl::Milliseconds(ttl_ms);
  return absl::OkStatus();
}

absl::Status NobodyKnows() {
  return status::WithReason(
      absl::NotFoundError("This request id is unknown, so there is nothing to give up: `collie "
                          "receipts` lists them."),
      receipt::ApiWord(v1::REASON_UNKNOWN_REQUEST));
}

// What gave no receipt, in the words of giving up.
absl::Status WhyNotGivenUp(const ActReply& answer) {
  if (answer.bad_request) return absl::FailedPreconditionError(answer.detail);
  if (answer.refused == v1::REASON_UNKNOWN_REQUEST) return NobodyKnows();
  const bool is_fenced = answer.refused == v1::REASON_FENCED;
  return status::WithReason(
      absl::UnavailableError(is_fenced
                                 ? "A newer relay uses this store, so nothing was changed here: "
                                   "end this one, and ask the newer."
                                 : "The store cannot be written now, so nothing was changed: check "
                                   "the disk, then give the act up again."),
      status::WordOf(ErrorOf(answer)));
}

// What an operator did is logged.
void Log(const std::string& device, const v1::Receipt& receipt) {
  log::Info("admin", absl::StrCat(device, " asked to give up request ", receipt.request_id(),
                                  ": it is ", receipt::ApiWord(receipt.outcome()), "."));
}

}  // namespace

CrewAdminService::CrewAdminService(const PeerAuthenticator& peers, Devices& devices,
                                   const identity::Authority& authority, ids::RandomSource& random,
                                   std::string grpc_address, GiveUp give_up, MemberUnlock& unlock,
                                   threads::BlockingCalls& blocking)
    : peers_(peers),
      devices_(devices),
      authority_(authority),
      random_(random),
      grpc_address_(std::move(grpc_address)),
      give_up_(std::move(give_up)),
      unlock_(unlock),
      blocking_(blocking) {}

grpc::ServerUnaryReactor* CrewAdminService::PairDevice(grpc::CallbackServerContext* context,
                                                       const v1::PairDeviceRequest* request,
                                                       v1::PairDeviceReply* reply) {
  return rpc::AnswerOn(blocking_, *context, [=, this] { return Pair(*context, *request, *reply); });
}

grpc::ServerUnaryReactor* CrewAdminService::ListDevices(grpc::CallbackServerContext* context,
                                                        const v1::ListDevicesRequest*,
                                                        v1::ListDevicesReply* reply) {
  return Finish(*context, List(*context, *reply));
}

grpc::ServerUnaryReactor* CrewAdminService::RevokeDevice(grpc::CallbackServerContext* context,
                                                         const v1::RevokeDeviceRequest* request,
                                                         v1::RevokeDeviceReply*) {
  return rpc::AnswerOn(blocking_, *context, [=, this] { return Revoke(*context, *request); });
}

grpc::ServerUnaryReactor* CrewAdminService::GiveUpAct(grpc::CallbackServerContext* context,
                                                      const v1::GiveUpActRequest* request,
                                                      v1::Receipt* reply) {
  const auto peer = peers_.Admit(method::kGiveUpAct, *context);
  if (!peer.ok()) return Finish(*context, peer.status());
  // An invalid id is neither looked up nor quoted in the log.
  if (!ids::IsWireId(request->request_id())) return Finish(*context, NobodyKnows());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  give_up_(request->request_id(), [reactor, reply, device = peer->caller.device](ActReply answer) {
    if (!answer.receipt) return reactor->Finish(status::ToGrpc(WhyNotGivenUp(answer)));
    Log(device, *answer.receipt);
    *reply = *std::move(answer.receipt);
    reactor->Finish(grpc::Status::OK);
  });
  return reactor;
}

grpc::ServerUnaryReactor* CrewAdminService::UnlockMember(grpc::CallbackServerContext* context,
                                                         const v1::UnlockMemberRequest* request,
                                                         v1::UnlockMemberReply* reply) {
  return rpc::AnswerOn(blocking_, *context,
                       [=, this] { return Unlock(*context, *request, *reply); });
}

absl::Status CrewAdminService::Unlock(const grpc::CallbackServerContext& context,
                                      const v1::UnlockMemberRequest& request,
                                      v1::UnlockMemberReply& reply) {
  COLLIE_RETURN_IF_ERROR(peers_.Admit(method::kUnlockMember, context).status());
  COLLIE_ASSIGN_OR_RETURN(reply, unlock_.Unlock(request.member()));
  return absl::OkStatus();
}

absl::Status CrewAdminService::Pair(const grpc::CallbackServerContext& context,
                                    const v1::PairDeviceRequest& request,
                                    v1::PairDeviceReply& reply) {
  COLLIE_ASSIGN_OR_RETURN(PeerIdentity peer, peers_.Admit(method::kPairDevice, context));
  COLLIE_RETURN_IF_ERROR(CheckLabel(request.label()));
  NewDevice device;
  device.label = request.label();
  device.role = request.role();
  if (peer.kind == PeerIdentity::Kind::kDevice) device.paired_by = peer.caller.device;
  COLLIE_RETURN_IF_ERROR(SetLife(request.ttl_ms(), device));
  if (request.code()) {
    COLLIE_ASSIGN_OR_RETURN(*reply.mutable_code(), devices_.codes().Mint(device, random_));
  } else {
    COLLIE_RETURN_IF_ERROR(MakeSecret(request, device, reply));
    COLLIE_RETURN_IF_ERROR(devices_.Pair(device));
  }
  reply.set_authority(authority_.certificate());
  reply.set_grpc_address(grpc_address_);
  return absl::OkStatus();
}

absl::Status CrewAdminService::MakeSecret(const v1::PairDeviceRequest& request, NewDevice& device,
                                          v1::PairDeviceReply& reply) const {
  if (request.secret_case() == v1::PairDeviceRequest::kCertificateRequest) {
    COLLIE_ASSIGN_OR_RETURN(identity::CertificateRequest csr,
                            identity::CertificateRequest::Parse(request.certificate_request()));
    device.pin = csr.pin();
    COLLIE_ASSIGN_OR_RETURN(*reply.mutable_certificate(), authority_.SignDevice(csr, device.label));
    return absl::OkStatus();
  }
  if (!request.token()) {
    return absl::InvalidArgumentError("Ask for a token, or send a certificate request.");
  }
  reply.set_token(identity::MintToken(random_));
  COLLIE_ASSIGN_OR_RETURN(device.token_hash, identity::HashToken(reply.token()));
  return absl::OkStatus();
}

absl::Status CrewAdminService::List(const grpc::CallbackServerContext& context,
                                    v1::ListDevicesReply& reply) const {
  COLLIE_RETURN_IF_ERROR(peers_.Admit(method::kListDevices, context).status());
  for (v1::Device& device : devices_.List()) *reply.add_devices() = std::move(device);
  return absl::OkStatus();
}

absl::Status CrewAdminService::Revoke(const grpc::CallbackServerContext& context,
                                      const v1::RevokeDeviceRequest& request) {
  COLLIE_RETURN_IF_ERROR(peers_.Admit(method::kRevokeDevice, context).status());
  // An invalid label is neither looked up nor quoted in the answer.
  COLLIE_RETURN_IF_ERROR(CheckLabel(request.label()));
  return devices_.Revoke(request.label());
}

}  // namespace collie::relay
