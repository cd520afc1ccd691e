#ifndef COLLIE_CREW_CLI_VERBS_H_
#define COLLIE_CREW_CLI_VERBS_H_

#include <string>
#include <vector>

#include "crew/cli/program.h"

namespace collie::cli {

// Reads a command line, without the program's name, and does what it says. Returns the exit code.
int Run(Program& program, std::vector<std::string> arguments);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VERBS_H_
