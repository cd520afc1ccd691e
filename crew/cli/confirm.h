#ifndef COLLIE_CREW_CLI_CONFIRM_H_
#define COLLIE_CREW_CLI_CONFIRM_H_

#include <string>

#include "crew/cli/program.h"

namespace collie::cli {

// Whether a person is there to see a question and to answer it.
bool CanConfirm(const Program& program);

// Asks and waits for a line. True for `y` or `yes` alone. REQUIRES: CanConfirm.
bool Confirm(Program& program, const std::string& question);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_CONFIRM_H_
