#ifndef COLLIE_CREW_CLI_CREW_COMMAND_H_
#define COLLIE_CREW_CLI_CREW_COMMAND_H_

#include "crew/cli/flags.h"

namespace collie::cli {

// `collie crew`: unlock and rejoin, both at the lead's machine.
void AddCrewVerb(CLI::App& app, Action& chosen);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_CREW_COMMAND_H_
