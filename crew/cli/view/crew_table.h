#ifndef COLLIE_CREW_CLI_VIEW_CREW_TABLE_H_
#define COLLIE_CREW_CLI_VIEW_CREW_TABLE_H_

#include <string>
#include <vector>

#include "crew/cli/view/crew_state.h"
#include "crew/cli/view/paint.h"
#include "crew/cli/view/screen.h"

namespace collie::cli {

// The crew as a table that fits the screen: one row a conversation, what waits on a person first
// with its questions and the commands that answer them, then what cannot be reached. No cell is
// wider than the screen; a line of a question may wrap. What does not fit is counted in the last
// line. `flags` as in AskLines. Pure.
std::vector<std::string> TableLines(const Crew& crew, clock::Steady now, const std::string& flags,
                                    const Paint& paint, ScreenSize size);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_CREW_TABLE_H_
