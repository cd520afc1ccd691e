#ifndef COLLIE_CREW_CLI_VIEW_ASK_PRINTER_H_
#define COLLIE_CREW_CLI_VIEW_ASK_PRINTER_H_

#include <string>
#include <vector>

#include "collie/v1/conversation.pb.h"
#include "crew/cli/view/paint.h"

namespace collie::cli {

// An open question for people, whole: its title and id, its detail, its fields or the options of
// which several may be picked. Every line of the agent's is indented, so that none can pass for a
// line of ours. Pure.
std::vector<std::string> QuestionLines(const v1::Ask& ask, const Paint& paint);

// The same, and for each way to answer the command that does: each option whole, since a decision
// may hang on its end. `flags` follow `collie answer` in each command (such as a state folder),
// empty or with a leading space. A question whose time is over has no command. Pure.
std::vector<std::string> AskLines(const std::string& conversation, const v1::Ask& ask,
                                  const std::string& flags, const Paint& paint);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_ASK_PRINTER_H_
