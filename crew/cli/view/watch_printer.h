#ifndef COLLIE_CREW_CLI_VIEW_WATCH_PRINTER_H_
#define COLLIE_CREW_CLI_VIEW_WATCH_PRINTER_H_

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "collie/v1/dashboard.pb.h"
#include "crew/cli/view/crew_state.h"
#include "crew/cli/view/paint.h"
#include "crew/cli/view/screen.h"

namespace collie::cli {

// Shows what a watch tells. Not thread-safe.
class WatchPrinter {
 public:
  virtual ~WatchPrinter() = default;

  // An event was taken into `state`. A whole start is shown once its in-sync mark came.
  virtual void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) = 0;
  // News of the conversation that is followed.
  virtual void Show(const v1::ConversationEvent& event) = 0;
  // The link broke, with why; or it is back.
  virtual void Lost(const std::string& why) = 0;
  virtual void Back() = 0;
  // Time passed.
  virtual void Tick(const CrewState&, clock::Steady) {}
};

// What the printers have in common.
struct WatchStyle {
  std::ostream& out;         // data
  std::ostream& err;         // words about the watch itself
  std::string conversation;  // member/source/pane of the one that is followed; empty: none
  std::string flags;         // as in AskLines
  Paint paint;
};

// One line of JSON an event: `{"event": "snapshot"|"delta"|"receipt"|"resync"|"conversation"|
// "disconnected"|"connected", …}` with the fields of the relay's HTTP API.
std::unique_ptr<WatchPrinter> JsonWatchPrinter(WatchStyle style);

// For people who read a log, or one conversation: the list once, then a line for each change, and
// each question that opens with the commands that answer it. While a conversation is followed its
// items stand in the place of the list, below what cannot be reached of it.
std::unique_ptr<WatchPrinter> LineWatchPrinter(WatchStyle style);

// For a terminal: the crew as a table, of which only what changed is drawn again. `size` returns
// the terminal's now.
std::unique_ptr<WatchPrinter> ScreenWatchPrinter(WatchStyle style,
                                                 std::function<ScreenSize()> size);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_WATCH_PRINTER_H_
