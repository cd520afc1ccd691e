#ifndef COLLIE_RELAY_MERGE_MEMBER_STATE_H_
#define COLLIE_RELAY_MERGE_MEMBER_STATE_H_

#include <string_view>

#include "absl/time/time.h"
#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// The link state of one member. Pure; not thread-safe.
//
//            LinkUp                     LinkLost
//   (any) ──────────▶ connected ──────────────────▶ reconnecting
//                        ▲                               │ 30 s
//                        └────────── LinkUp ── disconnected
class MemberLink {
 public:
  // A link that is lost for shorter than this is only reconnecting.
  static constexpr absl::Duration kGrace = absl::Seconds(30);

  // A member that was never seen since the relay started is disconnected.
  explicit MemberLink(clock::Steady now) : heard_at_(now), lost_at_(now) {}

  v1::MemberState state() const { return state_; }
  clock::Steady heard_at() const { return heard_at_; }
  // It may be longer ago than that: this relay has not seen it yet.
  bool age_at_least() const { return !was_seen_; }

  // Before the first link: it was seen last at `heard_at` or earlier, by an earlier relay.
  void Restore(clock::Steady heard_at) { heard_at_ = heard_at; }

  // Each returns whether the state changed.
  bool LinkUp(clock::Steady now);
  bool LinkLost(clock::Steady now);
  bool Tick(clock::Steady now);
  // Two hosts use its identity: it stays so until the next LinkUp.
  bool Lock() { return ChangeState(v1::MEMBER_STATE_LOCKED); }

  // A frame came.
  void MarkHeard(clock::Steady now) { heard_at_ = now; }

 private:
  bool ChangeState(v1::MemberState to);

  v1::MemberState state_ = v1::MEMBER_STATE_DISCONNECTED;
  clock::Steady heard_at_;
  clock::Steady lost_at_;
  bool was_seen_ = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_MEMBER_STATE_H_
