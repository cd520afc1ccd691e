#include "relay/api/grpc/authorize.h"

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

using Kind = PeerIdentity::Kind;

enum class Need {
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
    {method::kAttach, Need::kMember},      {method::kJoin, Need::kOwner},
    {method::kWatch, Need::kViewer},       {method::kWatchConversation, Need::kViewer},
    {method::kReadHistory, Need::kViewer}, {method::kListReceipts, Need::kViewer},
    {method::kAct, Need::kOperator},       {method::kPairDevice, Need::kAdmin},
    {method::kListDevices, Need::kAdmin},  {method::kRevokeDevice, Need::kAdmin},
    {method::kGiveUpAct, Need::kAdmin},    {method::kUnlockMember, Need::kOwner},
};

// Null: not in the table.
const Rule* RuleOf(std::string_view method) {
  for (const Rule& rule : kRules) {
    if (rule.method == method) return &rule;
  }
  return nullptr;
}

bool Meets(Need need, const PeerIdentity& peer) {
  const bool has_role = peer.kind != Kind::kMember;
  switch (need) {
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
  const Rule* rule = RuleOf(method);
  if (rule == nullptr) {
    return absl::UnimplementedError("There is no such call here: update the older side.");
  }
  return Meets(rule->need, peer) ? absl::OkStatus() : Refuse(rule->need);
}

bool IsMethod(std::string_view method) { return RuleOf(method) != nullptr; }

}  // namespace collie::relay
