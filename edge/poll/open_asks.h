#ifndef COLLIE_EDGE_POLL_OPEN_ASKS_H_
#define COLLIE_EDGE_POLL_OPEN_ASKS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "crew/text/limits.h"
#include "crew/wire/pane_read.h"
#include "edge/agent/known_agent.h"
#include "edge/view/shown.h"

namespace collie::edge {

// The open questions of one conversation, as its reads told them, the oldest first. Bounded in
// number and bytes, so that a pane with its questions stays within text::kPaneBytes: one that does
// not fit is left out and counted, and a smaller one after it still fits. Pure; not thread-safe.
class OpenAsks {
 public:
  // Of the questions; the rest of kPaneBytes is for the pane itself and for what the relay adds.
  static constexpr size_t kBytes = text::kPaneBytes - 32 * text::kKiB;
  static constexpr size_t kLeftOutKnown = 256;  // counted at most

  // Takes the events of one read, whole after `read.reset`. `most`: bytes that the agent's other
  // conversations leave.
  void ApplyRead(const wire::PaneRead& read, const AgentClock& agent_clock, size_t most);

  bool empty() const { return asks_.empty(); }
  size_t bytes() const { return bytes_; }
  std::vector<ShownAsk> Shown() const;
  // Good questions that are open and were left out at a limit.
  int left_out() const { return static_cast<int>(left_out_.size()); }
  // A question closed since others were left out: only a whole read brings those. True once.
  bool TakeSpaceCame();

 private:
  struct OpenAsk {
    ShownAsk shown;
    std::optional<int64_t> expires_at_ms;
    size_t bytes = 0;
  };

  void Open(const wire::RaisedAsk& raised, const std::vector<OpenAsk>& before,
            const AgentClock& agent_clock, size_t most);
  void Close(const std::string& ask_id, bool is_whole);
  void Erase(const std::string& ask_id);
  void LeaveOut(const std::string& ask_id);

  std::vector<OpenAsk> asks_;
  size_t bytes_ = 0;
  std::set<std::string> left_out_;
  bool space_came_ = false;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_OPEN_ASKS_H_
