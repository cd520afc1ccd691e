#include "relay/merge/member_state.h"

namespace collie::relay {

bool MemberLink::LinkUp(clock::Steady now) {
  heard_at_ = now;
  was_seen_ = true;
  return ChangeState(v1::MEMBER_STATE_CONNECTED);
}

bool MemberLink::LinkLost(clock::Steady now) {
  if (state_ != v1::MEMBER_STATE_CONNECTED) return false;
  lost_at_ = now;
  return ChangeState(v1::MEMBER_STATE_RECONNECTING);
}

bool MemberLink::Tick(clock::Steady now) {
  if (state_ != v1::MEMBER_STATE_RECONNECTING || now - lost_at_ < kGrace) return false;
  return ChangeState(v1::MEMBER_STATE_DISCONNECTED);
}

bool MemberLink::ChangeState(v1::MemberState to) {
  if (state_ == to) return false;
  state_ = to;
  return true;
}

}  // namespace collie::relay
