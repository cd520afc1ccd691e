#ifndef COLLIE_EDGE_POLL_SOURCE_STATE_H_
#define COLLIE_EDGE_POLL_SOURCE_STATE_H_

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/typed_id.h"
#include "crew/text/limits.h"
#include "crew/wire/hello.h"
#include "edge/agent/agent_reader.h"

namespace collie::edge {

// Time between the polls of one agent.
struct Cadence {
  absl::Duration watched = text::kWatchedPoll;
  absl::Duration idle = text::kIdlePoll;
};

// How one agent is read and its state: what to read next and when, and what each read means
// (protos/WIRE.md, Reads). Pure; not thread-safe.
//
//   (start) ─▶ starting ──────────── good snapshot ───────────▶ live ◀──┐ good snapshot
//                 ▲ hello not ready, or 503      one failed read │       │
//     (any) ──────┘                                              ▼       │
//                                                              stale ────┤
//     (any) ── two failed reads in a row ──▶ unreachable ◀───────┘       │
//     (any) ── an address that breaks the rules ──▶ unreachable ─────────┤
//     (any) ── 401 ──▶ token-refused ────────────────────────────────────┤
//     (any) ── ranges that do not meet ──▶ version-mismatch ─────────────┘
//
// What is read next:
//   hello without the version header ── speaks our version ──▶ ready? ──▶ snapshot, again and again
//     at the start, after another epoch,        │ no             └ no ──▶ hello with the header
//     after 409 incompatible                    ▼
//                            the version-announcing hello, once an epoch; then hello without header
//                            every 10 s
class SourceState {
 public:
  enum class State {
    kStarting,
    kLive,
    kStale,
    kUnreachable,
    kTokenRefused,
    kVersionMismatch,
  };
  enum class Read { kHello, kVersionHello, kSnapshot };

  // The next read.
  struct Plan {
    Read read = Read::kHello;
    int version = 0;   // of the header; 0: none
    std::string etag;  // of a snapshot
    clock::Steady at;
  };

  explicit SourceState(std::string name, Cadence cadence = {});

  Plan Next(clock::Steady now, bool watched) const;
  // Somebody began to watch, or an act ended: the next read is due now. A mismatched agent is not
  // polled more often for it.
  void PollNow() { at_once_ = true; }

  // Each applies the result of a planned read, `now` being the time of its reply.
  void OnHello(const wire::Hello& hello, clock::Steady now);
  void OnVersionAnnounced(clock::Steady now);
  // Whether the snapshot is to be shown. One of another epoch than the hello's is not: hello comes
  // first. The state is live from here.
  bool OnSnapshot(const ids::Epoch& epoch, const std::string& etag, clock::Steady now);
  void OnNotModified(clock::Steady now);
  void OnFailure(const ReadFailure& failure, clock::Steady now);
  // A read of a conversation named another epoch than the snapshot's.
  void OnOtherEpoch(clock::Steady now);

  State state() const { return state_; }
  v1::SourceState ToProto() const;
  // Why it is not live, and one sentence; none and empty when it is.
  SourceReason reason() const { return reason_; }
  const std::string& detail() const { return detail_; }
  // When the last good snapshot came, a 304 included.
  std::optional<clock::Steady> last_read() const { return last_read_; }

 private:
  void ChangeState(State to, SourceReason reason, const std::string& detail);
  void FailRead(const ReadFailure& failure);
  bool HelloAnew();
  void TakeMismatch(const wire::Hello& hello);
  void GoodRead(clock::Steady now);

  const std::string name_;
  const Cadence cadence_;

  State state_ = State::kStarting;
  SourceReason reason_ = SourceReason::kNone;
  std::string detail_;

  bool needs_hello_ = true;
  bool anew_ = true;                // that hello goes without the header
  bool said_anew_ = false;          // once already since the last good read
  bool announces_version_ = false;  // the version-announcing hello is due
  bool mismatched_ = false;
  ids::Epoch announced_epoch_;  // whose version-announcing hello was sent
  std::string refused_range_;   // that was logged last
  ids::Epoch epoch_;            // of the last hello
  std::string etag_;
  int failures_ = 0;  // in a row
  bool at_once_ = true;
  std::optional<clock::Steady> last_poll_;
  std::optional<clock::Steady> last_read_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_SOURCE_STATE_H_
