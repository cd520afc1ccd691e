#include "relay/link/edge_session_state.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"

namespace collie::relay {
namespace {

const char* WordOf(EdgeSessionState::State state) {
  switch (state) {
    case EdgeSessionState::State::kAwaitingHello:
      return "awaiting-hello";
    case EdgeSessionState::State::kOpen:
      return "open";
    case EdgeSessionState::State::kEnded:
      return "ended";
  }
  return "";
}

}  // namespace

absl::Status EdgeSessionState::OnFrame(const v1::EdgeFrame& frame, clock::Steady now) {
  heard_at_ = now;
  const bool is_hello = frame.frame_case() == v1::EdgeFrame::kHello;
  if (is_hello != (state_ == State::kAwaitingHello)) {
    ChangeState(State::kEnded, "a hello out of its place, or none");
    return absl::InvalidArgumentError("A link begins with one hello, and has no other.");
  }
  if (!is_hello) return absl::OkStatus();
  const v1::VersionRange& theirs = frame.hello().link();
  const int common = std::min(kLinkMax, theirs.max());
  if (common < std::max(kLinkMin, theirs.min())) {
    ChangeState(State::kEnded, "no common version of the link");
    return absl::FailedPreconditionError(
        absl::StrCat("Its edge speaks link versions ", theirs.min(), "..", theirs.max(),
                     ", the lead ", kLinkMin, "..", kLinkMax, ": update collie ",
                     theirs.max() < kLinkMin ? "on the member's host." : "at the lead."));
  }
  link_version_ = common;
  ChangeState(State::kOpen, "the edge's hello");
  return absl::OkStatus();
}

absl::Status EdgeSessionState::Tick(clock::Steady now) {
  const absl::Duration limit = state_ == State::kAwaitingHello ? kHelloWithin : kSilence;
  if (state_ == State::kEnded || now - heard_at_ < limit) return absl::OkStatus();
  ChangeState(State::kEnded, "silence");
  return absl::DeadlineExceededError("Nothing was received on the link for too long.");
}

std::optional<int64_t> EdgeSessionState::HeartbeatDue(clock::Steady now) {
  if (state_ != State::kOpen || now - heartbeat_at_ < kHeartbeatEvery) return std::nullopt;
  heartbeat_at_ = now;
  return ++heartbeats_;
}

void EdgeSessionState::ChangeState(State to, const std::string& why) {
  log::Debug("link", absl::StrCat("a stream was ", WordOf(state_), ", is ", WordOf(to), ": ", why));
  state_ = to;
}

}  // namespace collie::relay
