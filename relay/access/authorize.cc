#include "relay/access/authorize.h"

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

using Kind = PeerIdentity::Kind;

enum class Need {
  kListed,    // any authenticated peer
  kMember,    // a member
  kViewer,    // a device that reads, or the owner
  kOperator,  // a device that acts, or the owner
  kAdmin,     // a device that manages, or the owner
  kOwner,     // the owner at the local socket
};

struct Rule {
  std::string_view method;
  Need need;
};

constexpr Rule kRules[] = {
    {"/collie.v1.EdgeLink/Attach", Need::kMember},
    {"/collie.v1.Enrollment/Join", Need::kOwner},
    {"/collie.v1.Dashboard/Watch", Need::kViewer},
    {"/collie.v1.Dashboard/WatchConversation", Need::kViewer},
    {"/collie.v1.Dashboard/ReadHistory", Need::kViewer},
    {"/collie.v1.Dashboard/ListReceipts", Need::kViewer},
    {"/collie.v1.Dashboard/Act", Need::kOperator},
    {"/collie.v1.CrewAdmin/PairDevice", Need::kAdmin},
    {"/collie.v1.CrewAdmin/ListDevices", Need::kAdmin},
    {"/collie.v1.CrewAdmin/RevokeDevice", Need::kAdmin},
    {"/collie.v1.CrewAdmin/GiveUpAct", Need::kAdmin},
    {"/collie.v1.CrewAdmin/UnlockMember", Need::kOwner},
    {"/grpc.health.v1.Health/Check", Need::kListed},
    {"/grpc.health.v1.Health/Watch", Need::kListed},
    {"/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", Need::kListed},
};

bool Meets(Need need, const PeerIdentity& peer) {
  const bool has_role = peer.kind != Kind::kMember;
  switch (need) {
    case Need::kListed:
      return true;
    case Need::kMember:
      return peer.kind == Kind::kMember;
    case Need::kViewer:
      return has_role && peer.caller.MayRead();
    case Need::kOperator:
      return has_role && peer.caller.MayAct();
    case Need::kAdmin:
      return has_role && peer.caller.MayManage();
    case Need::kOwner:
      return peer.kind == Kind::kOwner;
  }
  return false;
}

absl::Status Refuse(Need need) {
  switch (need) {
    case Need::kListed:
      break;
    case Need::kMember:
      return absl::PermissionDeniedError("Only a member of the crew attaches.");
    case Need::kViewer:
      return absl::PermissionDeniedError("Only a paired device may read this.");
    case Need::kOperator:
      return absl::PermissionDeniedError("This takes a device paired with the role operator.");
    case Need::kAdmin:
      return absl::PermissionDeniedError("This takes a device paired with the role admin.");
    case Need::kOwner:
      return absl::PermissionDeniedError("This is open at the lead's local socket alone.");
  }
  return absl::PermissionDeniedError("This may not be called.");
}

}  // namespace

PeerIdentity PeerIdentity::Owner() {
  return {
      .kind = Kind::kOwner, .member = "", .caller = {.device = "local", .role = v1::ROLE_ADMIN}};
}

absl::Status Authorize(std::string_view method, const PeerIdentity& peer) {
  for (const Rule& rule : kRules) {
    if (rule.method == method) return Meets(rule.need, peer) ? absl::OkStatus() : Refuse(rule.need);
  }
  return absl::PermissionDeniedError("There is no such call here: update the older side.");
}

}  // namespace collie::relay
