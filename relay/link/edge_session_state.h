#ifndef COLLIE_RELAY_LINK_EDGE_SESSION_STATE_H_
#define COLLIE_RELAY_LINK_EDGE_SESSION_STATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// The protocol of one stream, seen from the relay. Pure; not thread-safe.
//
//   awaiting-hello ── hello in time, versions meet ──▶ open
//         │                                             │ silence of 15 s while it is read, a bad
//         │ 10 s, another frame, no common version      │ frame
//         ▼                                             ▼
//       ended ◀─────────────────────────────────────────┘
class EdgeSessionState {
 public:
  static constexpr int kLinkMin = 1;  // versions of the link that this relay speaks
  static constexpr int kLinkMax = 2;
  static constexpr int kTellsHeld = 2;  // from this one on an edge tells what it holds
  static constexpr absl::Duration kHelloWithin = absl::Seconds(10);
  static constexpr absl::Duration kHeartbeatEvery = absl::Seconds(5);
  static constexpr absl::Duration kSilence = absl::Seconds(15);

  enum class State { kAwaitingHello, kOpen, kEnded };

  explicit EdgeSessionState(clock::Steady now) : heard_at_(now), heartbeat_at_(now) {}

  State state() const { return state_; }
  // The version both sides speak; valid once open.
  int link_version() const { return link_version_; }

  // A frame came. Errors end the stream: INVALID_ARGUMENT (not in this order), FAILED_PRECONDITION
  // (no common version: the sentence says which side to update).
  absl::Status OnFrame(const v1::EdgeFrame& frame, clock::Steady now);
  // While no frame is read none can be heard.
  void NotRead(clock::Steady now) { heard_at_ = now; }
  // Runs timers: DEADLINE_EXCEEDED ends the stream.
  absl::Status Tick(clock::Steady now);
  // The number of the heartbeat that is due, if one is.
  std::optional<int64_t> HeartbeatDue(clock::Steady now);

 private:
  void ChangeState(State to, const std::string& why);

  State state_ = State::kAwaitingHello;
  int link_version_ = 0;
  clock::Steady heard_at_;
  clock::Steady heartbeat_at_;
  int64_t heartbeats_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_EDGE_SESSION_STATE_H_
