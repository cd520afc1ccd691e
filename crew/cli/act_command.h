#ifndef COLLIE_CREW_CLI_ACT_COMMAND_H_
#define COLLIE_CREW_CLI_ACT_COMMAND_H_

#include "crew/cli/flags.h"

namespace collie::cli {

// Adds `send`, `steer`, `stop`, `rename`, `close`, `reopen`, `action` and `start`.
void AddActVerbs(CLI::App& app, Action& chosen);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_ACT_COMMAND_H_
