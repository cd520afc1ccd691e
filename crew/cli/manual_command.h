#ifndef COLLIE_CREW_CLI_MANUAL_COMMAND_H_
#define COLLIE_CREW_CLI_MANUAL_COMMAND_H_

#include "crew/cli/flags.h"

namespace collie::cli {

// Adds `collie man`. `app` outlives the action.
void AddManualVerb(CLI::App& app, Action& chosen);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_MANUAL_COMMAND_H_
