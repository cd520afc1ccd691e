#ifndef COLLIE_CREW_CLI_COMPLETION_SCRIPTS_H_
#define COLLIE_CREW_CLI_COMPLETION_SCRIPTS_H_

#include <string>

#include "crew/cli/command_tree.h"

// What a shell reads to complete the command line: verbs, flags, choices, and files and folders
// where a flag takes one. Pure.
namespace collie::cli {

std::string BashCompletion(const Command& root);
std::string ZshCompletion(const Command& root);
std::string FishCompletion(const Command& root);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_COMPLETION_SCRIPTS_H_
