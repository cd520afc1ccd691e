#ifndef COLLIE_CREW_CLI_MANUAL_PAGE_H_
#define COLLIE_CREW_CLI_MANUAL_PAGE_H_

#include <string>

#include "crew/cli/command_tree.h"

namespace collie::cli {

// The manual page of a command, for man(1): its words, its flags, and the pages of the verbs below
// it. Pure.
std::string ManualPage(const Command& command);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_MANUAL_PAGE_H_
