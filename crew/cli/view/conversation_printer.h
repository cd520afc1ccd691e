#ifndef COLLIE_CREW_CLI_VIEW_CONVERSATION_PRINTER_H_
#define COLLIE_CREW_CLI_VIEW_CONVERSATION_PRINTER_H_

#include <map>
#include <ostream>
#include <set>
#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/cli/view/paint.h"

namespace collie::cli {

// Prints one conversation for people as it grows: of an item that grew, only what is new; each open
// question once, with the commands that answer it; how it ended. What an agent wrote is indented,
// so that none of it can pass for a line of ours. Not thread-safe.
class ConversationPrinter {
 public:
  // `conversation` is member/source/pane; `flags` as in AskLines.
  ConversationPrinter(std::ostream& out, std::string conversation, std::string flags, Paint paint)
      : out_(out),
        conversation_(std::move(conversation)),
        flags_(std::move(flags)),
        paint_(paint) {}

  void Print(const v1::ConversationEvent& event);
  // Whether its agent cannot be reached now: what is printed of the turn is as of the last read.
  void SetAway(bool is_away) { is_away_ = is_away; }
  // One item; also for pages of history.
  void Print(const v1::Item& item);
  // A line about the conversation that is not the agent's. Ends a line that was still growing.
  void Note(const std::string& line);
  // Ends a line that was still growing.
  void EndLine();

 private:
  void PrintNew(const v1::Item& item, const std::string& body);
  void ForgetOthers(const v1::ConversationEvent& event);
  void PrintAsks(const v1::ConversationEvent& event);
  void Indented(const std::string& text);

  std::ostream& out_;
  const std::string conversation_;
  const std::string flags_;
  const Paint paint_;
  std::map<std::string, std::string> printed_;  // item id → what was printed of it
  std::set<std::string> asked_;                 // open questions that were printed, by id and hash
  std::set<std::string> closed_;                // decisions that were printed
  std::string growing_;                         // the item whose line is not ended
  std::string turn_;
  bool is_away_ = false;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_CONVERSATION_PRINTER_H_
