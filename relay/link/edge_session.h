#ifndef COLLIE_RELAY_LINK_EDGE_SESSION_H_
#define COLLIE_RELAY_LINK_EDGE_SESSION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "relay/acts/act_flow.h"
#include "relay/fanout/conversation_desk.h"
#include "relay/link/edge_session_state.h"
#include "relay/link/history_reads.h"
#include "relay/link/member_streams.h"
#include "relay/merge/crew_view.h"
#include "relay/merge/source_stage.h"

namespace collie::relay {

// What the frames of edges lead to. All outlive every session.
struct LinkTargets {
  const clock::Clock& clock;
  CrewView& view;
  ConversationDesk& desk;
  ActFlow& acts;
  HistoryReads& history;
  MemberStreams& streams;
  int64_t term = 0;
  std::string version;
};

// One stream of one member, from its hello to its end: where an edge's frames are decided upon. The
// member comes from the certificate, never from a frame. Not thread-safe: the calls come one at a
// time.
class EdgeSession {
 public:
  EdgeSession(std::string member, LinkTargets targets);

  const std::string& member() const { return member_; }

  // Takes a frame. `stream` becomes the member's newest at the hello. An error ends the stream,
  // with the codes of EdgeLink.Attach.
  absl::Status OnFrame(v1::EdgeFrame frame, const std::shared_ptr<MemberStream>& stream);
  // Time passes: an error ends the stream; a frame is to be sent.
  absl::StatusOr<std::optional<v1::RelayFrame>> Tick();
  // The stream has ended.
  void End();

 private:
  StreamId id() const { return {member_, number_}; }
  void Open(const v1::EdgeHello& hello, const std::shared_ptr<MemberStream>& stream);
  absl::Status TakeSource(v1::SourceUpdate update);

  const std::string member_;
  const LinkTargets targets_;
  EdgeSessionState state_;
  SourceStage stage_;
  absl::flat_hash_set<std::string> named_;  // sources of the first whole state
  bool in_sync_ = false;
  int64_t number_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_EDGE_SESSION_H_
