#ifndef COLLIE_CREW_CLI_COMPLETION_COMMAND_H_
#define COLLIE_CREW_CLI_COMPLETION_COMMAND_H_

#include "crew/cli/flags.h"

namespace collie::cli {

// Adds `collie completion`. `app` outlives the action.
void AddCompletionVerb(CLI::App& app, Action& chosen);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_COMPLETION_COMMAND_H_
