#include "relay/enrollment/member_unlock.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/identity/token.h"
#include "crew/ids/ids.h"
#include "crew/log/log.h"
#include "crew/receipt/timestamp.h"
#include "crew/status/status_macros.h"

namespace collie::relay {

absl::StatusOr<bool> MemberUnlock::IsLocked(const std::string& member) {
  COLLIE_ASSIGN_OR_RETURN(const std::vector<LockedMember> locked, members_.Locked());
  return std::any_of(locked.begin(), locked.end(),
                     [&](const LockedMember& one) { return one.member == member; });
}

absl::StatusOr<v1::UnlockMemberReply> MemberUnlock::Unlock(const std::string& member) {
  if (!ids::IsName(member) || !roster_.ById(member).has_value()) {
    return absl::NotFoundError("There is no such member: `collie watch` shows their ids.");
  }
  COLLIE_ASSIGN_OR_RETURN(const bool is_locked, IsLocked(member));
  if (!is_locked) {
    return absl::FailedPreconditionError(
        absl::StrCat("Member '", member, "' is not locked: nothing was changed."));
  }
  v1::UnlockMemberReply reply;
  reply.set_token(identity::MintToken(random_));
  COLLIE_ASSIGN_OR_RETURN(const std::string hash, identity::HashToken(reply.token()));
  COLLIE_RETURN_IF_ERROR(
      roster_.RevokeKey(ids::MemberId(member), ids::TokenHash(hash), kTokenLife));
  *reply.mutable_expires_at() = receipt::ToTimestamp(clock_.Wall() + kTokenLife);
  end_link_(member);
  log::Info("admin", absl::StrCat("the key of member ", member,
                                  " is revoked: the host that stays joins again with a token"));
  return reply;
}

// Unlocked before the key is in: a cut in between leaves a member that nobody can use, whose token
// still is good.
absl::StatusOr<RosterMember> MemberUnlock::Rejoin(const std::string& token, const ids::Pin& pin) {
  if (auto known = roster_.ByPin(pin.value()); known.has_value()) return *std::move(known);
  COLLIE_ASSIGN_OR_RETURN(std::string hash, identity::HashToken(token));
  const ids::TokenHash token_hash(std::move(hash));
  COLLIE_ASSIGN_OR_RETURN(const ids::MemberId member, roster_.MemberOfToken(token_hash));
  const absl::Status unlocked = members_.Unlock(member.value());
  if (!unlocked.ok() && !absl::IsFailedPrecondition(unlocked)) return unlocked;
  COLLIE_ASSIGN_OR_RETURN(RosterMember joined, roster_.Rejoin(token_hash, pin));
  log::Info("admin", absl::StrCat("member ", member.value(), " is unlocked: it has a new key"));
  return joined;
}

}  // namespace collie::relay
