#ifndef COLLIE_EDGE_POLL_PANE_READER_H_
#define COLLIE_EDGE_POLL_PANE_READER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "crew/clock/clock.h"
#include "crew/source/reason.h"
#include "crew/wire/pane_read.h"
#include "crew/wire/snapshot.h"
#include "edge/agent/known_agent.h"
#include "edge/poll/open_asks.h"
#include "edge/view/shown.h"

namespace collie::edge {

// Which conversations of one agent are read, from which cursor, and which questions are open in
// them (protos/WIRE.md, Pane). A conversation is read while the relay asks for it
// (somebody opened it, or an act may be healed by it), while the agent counts an open question in
// it, and until its last known question is closed; its items are kept a while longer, so that it
// opens at once. A closed one is kept only while it is wanted: it is always read from the agent.
// Pure; not thread-safe.
class PaneReader {
 public:
  static constexpr absl::Duration kKeepFor = absl::Minutes(10);
  static constexpr size_t kKeptUnwanted = 64;  // conversations whose items are kept for nobody
  static constexpr size_t kAskBytes = 16
                                      << 20;  // of all open questions; what is past it is left out

  // What one poll has to do.
  struct Round {
    std::vector<std::string> to_read;  // the wanted ones first, those that got no reply last
    std::vector<std::string> dropped;  // their items are not kept any longer
  };
  // What one read brought.
  struct Taken {
    bool again = false;                    // read it again at once
    std::optional<ConversationNews> news;  // where its items are kept
  };

  // `acted_on`: conversations that are read as wanted ones are, wherever the agent says they stand.
  Round Begin(const wire::Snapshot& snapshot, std::set<std::string> wanted, clock::Steady now,
              const std::set<std::string>& acted_on = {});
  // Where the next read of a conversation goes on; empty: its whole view.
  std::string CursorOf(const std::string& pane) const;
  // REQUIRES: `pane` is one that Begin gave to read.
  Taken ApplyRead(const std::string& pane, const wire::PaneRead& read,
                  const AgentClock& agent_clock);
  // The read of a conversation got no good reply. Whether it is the first for this reason since a
  // good one.
  bool NoReply(const std::string& pane, SourceReason reason);
  bool GotNoReply(const std::string& pane) const;
  // The pane with the open questions that were read, and how many of them cannot be shown or were
  // left out.
  ShownPane Show(const wire::SnapshotPane& listed);

 private:
  struct Entry {
    std::string cursor;
    bool kept = false;  // its items are kept in the view
    clock::Steady wanted_at;
    size_t follow_ups = 0;
    uint64_t no_reply = 0;                       // the larger, the later; 0: the last read got one
    SourceReason failure = SourceReason::kNone;  // why
    OpenAsks asks;
    int unreadable = 0;  // open by the agent's count at the last read, and not among `asks`
  };

  void Keep(Entry& entry, const wire::SnapshotPane& pane, bool is_wanted, size_t kept_unwanted);
  void DropLeft(const wire::Snapshot& snapshot, Round* round);
  size_t DropUnwanted(const wire::Snapshot& snapshot, const std::set<std::string>& wanted,
                      clock::Steady now, Round* round);
  size_t SpaceBeside(const Entry& entry) const;

  std::map<std::string, Entry> entries_;
  size_t ask_bytes_ = 0;  // of all open questions
  uint64_t no_replies_ = 0;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_PANE_READER_H_
