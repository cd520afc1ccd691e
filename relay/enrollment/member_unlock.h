#ifndef COLLIE_RELAY_ENROLLMENT_MEMBER_UNLOCK_H_
#define COLLIE_RELAY_ENROLLMENT_MEMBER_UNLOCK_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/crew_admin.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/ids/typed_id.h"
#include "relay/access/roster.h"
#include "relay/members/member_store.h"

namespace collie::relay {

// How a member comes back whose identity two hosts used: its key is revoked, and the host that
// stays joins under the same id with a token and a new key. It stays locked until then. Calls block
// on the disk. Thread-safe.
class MemberUnlock {
 public:
  static constexpr absl::Duration kTokenLife = absl::Minutes(30);

  // Ends the streams of a member.
  using EndLink = std::function<void(const std::string& member)>;

  // All outlive it.
  MemberUnlock(Roster& roster, MemberStore& members, ids::RandomSource& random,
               const clock::Clock& clock, EndLink end_link)
      : roster_(roster),
        members_(members),
        random_(random),
        clock_(clock),
        end_link_(std::move(end_link)) {}

  // Revokes the key and mints the token; each call ends the token before. Errors: NOT_FOUND,
  // FAILED_PRECONDITION (it is not locked), UNAVAILABLE.
  absl::StatusOr<v1::UnlockMemberReply> Unlock(const std::string& member);

  // The host that stays joins with the token: from then on `pin` is the member's key, and it is
  // locked no more. May be repeated with the same key. Errors: PERMISSION_DENIED (no such token, or
  // its life is over), those of Roster::Rejoin.
  absl::StatusOr<RosterMember> Rejoin(const std::string& token, const ids::Pin& pin);

 private:
  absl::StatusOr<bool> IsLocked(const std::string& member);

  Roster& roster_;
  MemberStore& members_;
  ids::RandomSource& random_;
  const clock::Clock& clock_;
  const EndLink end_link_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ENROLLMENT_MEMBER_UNLOCK_H_
