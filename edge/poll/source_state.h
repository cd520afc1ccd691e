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
// (protos/WIRE.md, Reads). A good round is a good snapshot whose conversations, where some were
// due, named no other epoch or version. Pure; not thread-safe.
//
//   (start) ─▶ starting ───────────── good round ─────────────▶ live ◀──┐ good round
//                 ▲ hello not ready, or 503      one failed read │       │
//     (any) ──────┘                                              ▼       │
//                                                              stale ────┤
//     (any) ── two failed reads in a row ──▶ unreachable ◀───────┘       │
//     starting ── nobody listens there ──▶ unreachable ──────────────────┤
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
//
// When: at the cadence. Whatever an agent answers, what follows at once is a hello and a snapshot,
// once until a round is good. An agent on this machine is read sooner where somebody may just look:
// after 0.25, 0.5, 1 s … up to the cadence once it is attached, has another epoch, is starting or
// cannot be reached, but such a run of reads begins at most every 10 s; and twice after an act.
// Over a URL, where polls are billed, an act has one read.
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

  static constexpr absl::Duration kSoon = absl::Milliseconds(250);  // the first wait of a run
  static constexpr absl::Duration kSoonAgain = absl::Seconds(10);   // from run to run
  // Between the two reads after an act: what it leads to takes a moment.
  static constexpr absl::Duration kAfterAct = absl::Milliseconds(250);

  // The next read.
  struct Plan {
    Read read = Read::kHello;
    int version = 0;   // of the header; 0: none
    std::string etag;  // of a snapshot
    clock::Steady at;
  };

  // `is_remote`: it is read over a URL.
  explicit SourceState(std::string name, Cadence cadence = {}, bool is_remote = false);

  Plan Next(clock::Steady now, bool watched) const;
  // Somebody began to watch: the next read is due now. A mismatched agent is not polled more often
  // for it.
  void PollNow() { at_once_ = true; }
  // An act of ours ended: as PollNow, and once more a moment later. Its effect must show, so the
  // next snapshot is read without the tag.
  void PollAfterAct();

  // Each applies the result of a planned read, `now` being the time of its reply.
  void OnHello(const wire::Hello& hello, clock::Steady now);
  void OnVersionAnnounced(clock::Steady now);
  // Whether the snapshot is to be shown. One of another epoch than the hello's is not: hello comes
  // first.
  bool OnSnapshot(const ids::Epoch& epoch, const std::string& etag, clock::Steady now);
  void OnNotModified(clock::Steady now);
  // No conversation that was read with the snapshot spoke against it: the agent is live.
  void OnGoodRound();
  // A long round goes on, and none did so far: one in which nothing was wrong is shown live.
  void OnGoodSoFar();
  // Of a conversation only kIncompatible is one: what else fails there is not the agent.
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
  void MarkPolled(clock::Steady now);
  void ReadSoon();
  std::optional<clock::Steady> SoonDue(absl::Duration cadence) const;

  const std::string name_;
  const Cadence cadence_;
  const bool is_remote_;

  State state_ = State::kStarting;
  SourceReason reason_ = SourceReason::kNone;
  std::string detail_;

  bool needs_hello_ = true;
  bool anew_ = true;                // that hello goes without the header
  bool said_anew_ = false;          // once already since the last good round
  bool announces_version_ = false;  // the version-announcing hello is due
  bool mismatched_ = false;
  ids::Epoch announced_epoch_;  // whose version-announcing hello was sent
  std::string refused_range_;   // that was logged last
  ids::Epoch epoch_;            // of the last hello
  std::string etag_;
  int failures_ = 0;  // in a row
  bool at_once_ = true;
  bool without_tag_ = false;  // the next snapshot
  std::optional<clock::Steady> soon_since_;
  bool acted_ = false;                      // the first read after an act is due
  std::optional<clock::Steady> after_act_;  // when the second one is
  std::optional<clock::Steady> last_poll_;
  std::optional<clock::Steady> last_read_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_SOURCE_STATE_H_
