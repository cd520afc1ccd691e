#ifndef COLLIE_CREW_CLI_VIEW_CREW_LIST_H_
#define COLLIE_CREW_CLI_VIEW_CREW_LIST_H_

#include <string>
#include <vector>

#include "collie/v1/dashboard.pb.h"
#include "crew/cli/view/crew_state.h"
#include "crew/cli/view/paint.h"

// The crew for people, cleaned for the terminal. Pure.
namespace collie::cli {

// Whether what is shown of the source is as it is now: its last read was good, or the one before.
bool IsRead(const v1::Source& source);

// One line of a source: `hello  live  bars 1.0`.
std::string SourceLine(const v1::Source& source, const Paint& paint);

// The whole list: members, their sources, their conversations, what waits on a person first. Closed
// conversations are counted, not listed. `flags` as in AskLines.
std::vector<std::string> CrewLines(const Crew& crew, clock::Steady now, const std::string& flags,
                                   const Paint& paint);

// A line for each member and each source that cannot be reached now: its state, the reason, and how
// old what is shown of it is.
std::vector<std::string> AwayLines(const Crew& crew, clock::Steady now, const Paint& paint);

// A delta, one line for each thing that changed.
std::vector<std::string> DeltaLines(const v1::CrewDelta& delta);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_CREW_LIST_H_
