#ifndef COLLIE_CREW_CLI_DOCTOR_COMMAND_H_
#define COLLIE_CREW_CLI_DOCTOR_COMMAND_H_

#include "crew/cli/flags.h"

namespace collie::cli {

// Adds `doctor`.
void AddDoctorVerb(CLI::App& app, Action& chosen);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_DOCTOR_COMMAND_H_
