#ifndef COLLIE_CREW_CLI_VIEW_ASK_PRINTER_H_
#define COLLIE_CREW_CLI_VIEW_ASK_PRINTER_H_

#include <string>
#include <vector>

#include "collie/v1/conversation.pb.h"
#include "crew/cli/view/paint.h"

namespace collie::cli {

// An open question for people: its title and id, its detail, its options or fields, and for each
// way to answer the command that does. `flags` follow `collie answer` in each command (such as a
// state folder), empty or with a leading space. Every line of the agent's is indented, so that none
// can pass for a line of ours. Pure.
std::vector<std::string> AskLines(const std::string& conversation, const v1::Ask& ask,
                                  const std::string& flags, const Paint& paint);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_ASK_PRINTER_H_
