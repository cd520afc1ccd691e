#include "edge/uplink/uplink_state.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"

namespace collie::edge {
namespace {

constexpr absl::Duration kLogRepeatEvery = absl::Minutes(1);
constexpr absl::Duration kCheckWhileUp = absl::Seconds(1);

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

const char* WordOf(UplinkState::State state) {
  switch (state) {
    case UplinkState::State::kWaiting:
      return "waiting";
    case UplinkState::State::kDialling:
      return "dialling";
    case UplinkState::State::kUp:
      return "up";
  }
  return "";
}

}  // namespace

bool UplinkState::ShouldDial(clock::Steady now) {
  if (state_ != State::kWaiting || now < next_dial_) return false;
  heard_at_ = now;
  ChangeState(State::kDialling, "its time has come");
  return true;
}

void UplinkState::HelloCame(clock::Steady now) {
  heard_at_ = now;
  heartbeat_at_ = now;
  heartbeats_ = 0;
  up_since_ = now;
  detail_.clear();
  ChangeState(State::kUp, "the relay said hello");
}

void UplinkState::SetSpread(absl::Duration within) {
  spread_ = std::clamp(within, absl::ZeroDuration(), kMostSpread);
}

std::string UplinkState::Ended(const absl::Status& why, clock::Steady now) {
  if (state_ == State::kUp && now - up_since_ >= kUpForAWhile) {
    backoff_.Reset();
    fault_.clear();
  }
  absl::Duration wait = backoff_.Next();
  if (state_ == State::kUp) wait = std::max(wait, spread_ * random_.Fraction());
  next_dial_ = now + wait;
  detail_ = Sentence(why);
  ChangeState(State::kWaiting, detail_);
  if (detail_ != fault_) {
    fault_ = detail_;
    fault_since_ = now;
    fault_logged_ = now;
    return detail_;
  }
  if (now - fault_logged_ < kLogRepeatEvery) return "";
  fault_logged_ = now;
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

clock::Steady UplinkState::NextCheck(clock::Steady now) const {
  if (state_ == State::kWaiting) return std::max(next_dial_, now);
  return now + kCheckWhileUp;
}

void UplinkState::ChangeState(State to, const std::string& why) {
  log::Debug("uplink",
             absl::StrCat("the link was ", WordOf(state_), ", is ", WordOf(to), ": ", why));
  state_ = to;
}

}  // namespace collie::edge
