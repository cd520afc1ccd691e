#ifndef COLLIE_CREW_LOCAL_AGENT_PROCESSES_H_
#define COLLIE_CREW_LOCAL_AGENT_PROCESSES_H_

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/local/process_tree.h"

namespace collie::local {

// The processes of the agents that an edge has attached, in a file (0600) that both daemons of this
// machine read. All block on the disk.

// Errors: those of config::WritePrivateFile.
absl::Status WriteAgentProcesses(const std::filesystem::path& file,
                                 const std::vector<ProcessStamp>& agents);

// Refuses a caller that is one of them or descends from one, and one whose parents cannot be read:
// an agent is not to act as its owner. An agent that this program itself descends from is left out:
// it started the crew. It hinders, and is no boundary: a process can leave its parents. Errors:
// PERMISSION_DENIED, those of config::ReadPrivateFile.
absl::Status CheckIsNoAgent(pid_t caller, const std::filesystem::path& file);

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_AGENT_PROCESSES_H_
