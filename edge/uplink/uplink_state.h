#ifndef COLLIE_EDGE_UPLINK_UPLINK_STATE_H_
#define COLLIE_EDGE_UPLINK_UPLINK_STATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "crew/clock/backoff.h"
#include "crew/clock/clock.h"

namespace collie::edge {

// When the edge dials its relay, and when it gives a stream up. Pure; not thread-safe.
//
//   waiting ── its time has come ──▶ dialling ── the relay's hello ──▶ up
//      ▲                                │ refused, or no hello in 10 s  │ ended, or silence of 15 s
//      └────────────────────────────────┴───────────────────────────────┘
//
// The waits are jittered and grow. They begin anew after a link that was up for a while, not after
// a mere hello, and however the link ended: one that dies young is dialled ever more rarely. The
// first dial after a link comes within the time that the relay named, so that the edges of a large
// crew return spread over it.
class UplinkState {
 public:
  static constexpr absl::Duration kHelloWithin = absl::Seconds(10);
  static constexpr absl::Duration kHeartbeatEvery = absl::Seconds(5);
  static constexpr absl::Duration kSilence = absl::Seconds(15);
  static constexpr absl::Duration kUpForAWhile = absl::Seconds(5);
  // A crew is back soon after its relay, however long that was away.
  static constexpr clock::Backoff::Options kBackoff = {absl::Milliseconds(250), absl::Seconds(10)};
  static constexpr absl::Duration kMostSpread = absl::Seconds(30);  // whatever a relay names

  enum class State { kWaiting, kDialling, kUp };

  UplinkState(clock::Backoff::Options backoff, ids::RandomSource& random, clock::Steady now)
      : backoff_(backoff, random),
        random_(random),
        next_dial_(now),
        heard_at_(now),
        heartbeat_at_(now) {}

  State state() const { return state_; }

  // Whether to dial now; it is dialling then.
  bool ShouldDial(clock::Steady now);
  // The relay's hello came.
  void HelloCame(clock::Steady now);
  // The relay named, in its hello or because it is shutting down, the time within which to dial
  // when this link is lost.
  void SetSpread(absl::Duration within);
  // Any frame arrived.
  void MarkHeard(clock::Steady now) { heard_at_ = now; }
  // The stream is over. The sentence to log, empty when the same fault was logged already: repeated
  // ones are logged once a minute, with their age.
  std::string Ended(const absl::Status& why, clock::Steady now);

  // The stream must be cancelled: nothing was received for too long.
  bool IsSilent(clock::Steady now) const;
  // The number of the heartbeat that is due, if one is.
  std::optional<int64_t> HeartbeatDue(clock::Steady now);
  // When to check again, at the latest.
  clock::Steady NextCheck(clock::Steady now) const;

  // Why there is no link; empty while it is up.
  const std::string& detail() const { return detail_; }

 private:
  void ChangeState(State to, const std::string& why);

  State state_ = State::kWaiting;
  clock::Backoff backoff_;
  ids::RandomSource& random_;
  absl::Duration spread_;
  clock::Steady next_dial_;
  clock::Steady heard_at_;
  clock::Steady up_since_;
  clock::Steady heartbeat_at_;
  int64_t heartbeats_ = 0;
  std::string detail_ = "The link was not dialled yet.";
  std::string fault_;  // the one that repeats
  clock::Steady fault_since_;
  clock::Steady fault_logged_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_UPLINK_STATE_H_
