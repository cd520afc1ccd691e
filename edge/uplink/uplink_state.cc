#include "edge/uplink/uplink_state.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace collie::edge {
namespace {

constexpr absl::Duration kTellAgain = absl::Minutes(1);
constexpr absl::Duration kLookWhileUp = absl::Seconds(1);

std::string Sentence(const absl::Status& why) {
  switch (why.code()) {
    case absl::StatusCode::kUnauthenticated:
      return "The relay does not list this host: join the crew again.";
    case absl::StatusCode::kAborted:
      return "Another link of this member replaced this one: two edges may use one identity.";
    case absl::StatusCode::kFailedPrecondition:
      return std::string(why.message());
    case absl::StatusCode::kOk:
      return "The relay ended the link.";
    default:
      return absl::StrCat("The relay cannot be reached: ",
                          why.message().empty() ? "the link broke" : why.message(), ".");
  }
}

}  // namespace

bool UplinkState::ShouldDial(clock::Steady now) {
  if (state_ != State::kWaiting || now < next_dial_) return false;
  heard_at_ = now;
  ChangeState(State::kDialling);
  return true;
}

void UplinkState::HelloCame(clock::Steady now) {
  heard_at_ = now;
  heartbeat_at_ = now;
  heartbeats_ = 0;
  backoff_.Reset();
  detail_.clear();
  fault_.clear();
  ChangeState(State::kUp);
}

std::string UplinkState::Ended(const absl::Status& why, clock::Steady now) {
  ChangeState(State::kWaiting);
  next_dial_ = now + backoff_.Next();
  detail_ = Sentence(why);
  if (detail_ != fault_) {
    fault_ = detail_;
    fault_since_ = now;
    fault_told_ = now;
    return detail_;
  }
  if (now - fault_told_ < kTellAgain) return "";
  fault_told_ = now;
  return absl::StrCat(detail_, " (since ", absl::ToInt64Seconds(now - fault_since_), " s)");
}

bool UplinkState::IsSilent(clock::Steady now) const {
  if (state_ == State::kDialling) return now - heard_at_ >= kHelloWithin;
  return state_ == State::kUp && now - heard_at_ >= kSilence;
}

std::optional<int64_t> UplinkState::HeartbeatDue(clock::Steady now) {
  if (state_ != State::kUp || now - heartbeat_at_ < kHeartbeatEvery) return std::nullopt;
  heartbeat_at_ = now;
  return ++heartbeats_;
}

clock::Steady UplinkState::NextLook(clock::Steady now) const {
  if (state_ == State::kWaiting) return std::max(next_dial_, now);
  return now + kLookWhileUp;
}

}  // namespace collie::edge
