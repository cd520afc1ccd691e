#ifndef COLLIE_CREW_WIRE_PANE_READ_H_
#define COLLIE_CREW_WIRE_PANE_READ_H_

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "collie/v1/conversation.pb.h"
#include "crew/wire/ask.h"

namespace collie::wire {

// An item is gone.
struct RemovedItem {
  std::string item_id;
};

// A queued send will never run.
struct DroppedSend {
  std::string request_id;
};

// One event of a conversation: an item that is new or replaces the one of its id, an item that is
// gone, a question that is open, one that is decided, a send that is dropped.
using PaneEvent = std::variant<v1::Item, RemovedItem, RaisedAsk, v1::ClosedAsk, DroppedSend>;

// What is new in a conversation, or with `reset` all of it (protos/WIRE.md, Pane).
struct PaneRead {
  std::string epoch;
  std::string cursor;
  bool reset = false;
  bool more = false;                       // read again at once
  bool truncated = false;                  // of a reset: the start was dropped
  std::vector<PaneEvent> events;           // in the agent's order, bounded and cleaned
  int bad_entries = 0;                     // events and options left out
  std::vector<std::string> asks_left_out;  // ids of good asks that are past the limit of a pane
};

// Reads a pane's reply. Events of unknown types and items of unknown kinds are left out uncounted.
// An ask that is raised while as many as a pane may have are open by this reply alone is only
// named. INVALID_ARGUMENT, with one sentence, when it is not the wire's. Pure.
absl::StatusOr<PaneRead> DecodePaneRead(std::string_view body);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_PANE_READ_H_
