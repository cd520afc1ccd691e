#ifndef COLLIE_RELAY_LINK_EDGE_SESSION_H_
#define COLLIE_RELAY_LINK_EDGE_SESSION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "relay/acts/act_flow.h"
#include "relay/link/edge_session_state.h"
#include "relay/link/history_reads.h"
#include "relay/link/member_streams.h"
#include "relay/link/read_budget.h"
#include "relay/members/member_store.h"
#include "relay/merge/crew_view.h"
#include "relay/merge/source_stage.h"
#include "relay/watch/conversation_cache.h"

namespace collie::relay {

// What the frames of edges lead to. All outlive every session.
struct LinkTargets {
  const clock::Clock& clock;
  CrewView& view;
  ConversationCache& cache;
  ActFlow& acts;
  HistoryReads& history;
  MemberStreams& streams;
  MemberStore& members;
  std::string version;
};

class EdgeSession;

// The stream of one session. Thread-safe.
class SessionStream : public MemberStream {
 public:
  // Runs `work` on the session, one at a time with its frames; not once the stream is gone. It may
  // be called while the session works: then it runs after that, on that thread. An error ends the
  // stream.
  virtual void Resume(std::function<absl::Status(EdgeSession&)> work) = 0;
};

// One stream of one member, from its hello to its end: where an edge's frames are decided upon. The
// member comes from the certificate, never from a frame. Not thread-safe: the calls come one at a
// time.
//
//   hello ──▶ admitting ── term and mark on disk: the welcome ──┬─ nothing is missing ──────▶ open
//                │ locked, or a hello that cannot be            │ marked
//                ▼                                              ▼
//              ended ◀── too much, or the store cannot ── resyncing ── held_end, on disk ──▶ open
//
// Until it is open nothing is dispatched to the edge, and no result of it is taken: it tells all
// that it holds, and is asked about the rest (rules 27 and 28 of relay/acts/README.md).
class EdgeSession {
 public:
  // Of the attempts that an edge tells in a resync; they wait in memory for its end.
  static constexpr size_t kHeldBytes = 64 << 20;

  // `budget` counts what the member's frames have in work; it outlives the session.
  EdgeSession(std::string member, LinkTargets targets, ReadBudget& budget);

  const std::string& member() const { return member_; }

  // Takes a frame. `stream` becomes the member's newest at the hello. An error ends the stream,
  // with the codes of EdgeLink.Attach.
  absl::Status OnFrame(v1::EdgeFrame frame, const std::shared_ptr<SessionStream>& stream);
  // Its frames wait to be read: its silence is not the edge's.
  void NotRead() { state_.NotRead(targets_.clock.Now()); }
  // Runs timers: an error ends the stream; a frame must be sent.
  absl::StatusOr<std::optional<v1::RelayFrame>> Tick();
  // The stream has ended.
  void End();

 private:
  enum class Step { kAdmitting, kResyncing, kOpen };

  StreamId id() const { return {member_, number_}; }
  void Attach(const std::shared_ptr<SessionStream>& stream);
  void TakeHello(const v1::EdgeHello& hello, const std::shared_ptr<SessionStream>& stream);
  absl::Status OnAdmitted(absl::StatusOr<MemberOpened> opened, SessionStream& stream);
  absl::Status RefuseLink(const absl::Status& why);
  void Welcome(const Admission& admission, SessionStream& stream);
  absl::Status TakeHeld(v1::HeldAttempt held);
  void EndResync(const std::shared_ptr<SessionStream>& stream);
  absl::Status OnResynced(absl::StatusOr<MemberOpened> opened);
  void Open(MemberOpened opened);
  absl::Status TakeFrame(v1::EdgeFrame& frame, const std::shared_ptr<SessionStream>& stream);
  void TakeResult(const v1::ActResult& result, size_t frame_bytes);
  absl::Status TakeSource(v1::SourceUpdate update);

  const std::string member_;
  const LinkTargets targets_;
  ReadBudget& budget_;
  EdgeSessionState state_;
  SourceStage stage_;
  absl::flat_hash_set<std::string> named_;  // sources of the first whole state
  bool in_sync_ = false;
  int64_t number_ = 0;
  Step step_ = Step::kAdmitting;
  v1::EdgeHello hello_;
  std::vector<v1::HeldAttempt> held_;
  size_t held_bytes_ = 0;
  int held_left_out_ = 0;      // that broke the contract
  int64_t told_sequence_ = 0;  // the highest that was taken to the store
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_EDGE_SESSION_H_
