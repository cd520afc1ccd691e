#include "crew/local/agent_processes.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "crew/config/private_file.h"
#include "crew/status/status_macros.h"

namespace collie::local {
namespace {

constexpr size_t kMostBytes = size_t{64} << 10;

// A line each: pid and start.
absl::StatusOr<std::vector<ProcessStamp>> ReadAgentProcesses(const std::filesystem::path& file) {
  const absl::StatusOr<std::string> text = config::ReadPrivateFile(file, kMostBytes);
  if (absl::IsNotFound(text.status())) return std::vector<ProcessStamp>();
  COLLIE_RETURN_IF_ERROR(text.status());
  std::vector<ProcessStamp> agents;
  for (const std::string& line :
       std::vector<std::string>(absl::StrSplit(*text, '\n', absl::SkipEmpty()))) {
    const std::pair<std::string, std::string> fields = absl::StrSplit(line, ' ');
    ProcessStamp& agent = agents.emplace_back();
    if (!absl::SimpleAtoi(fields.first, &agent.pid) ||
        !absl::SimpleAtoi(fields.second, &agent.started)) {
      return absl::PermissionDeniedError(
          absl::StrCat("'", file.string(), "' is damaged: remove it, and restart the edge."));
    }
  }
  return agents;
}

bool Holds(const std::vector<ProcessStamp>& line, const ProcessStamp& process) {
  return std::find(line.begin(), line.end(), process) != line.end();
}

}  // namespace

absl::Status WriteAgentProcesses(const std::filesystem::path& file,
                                 const std::vector<ProcessStamp>& agents) {
  std::string text;
  for (const ProcessStamp& agent : agents) {
    absl::StrAppend(&text, agent.pid, " ", agent.started, "\n");
  }
  return config::WritePrivateFile(file, text);
}

absl::Status CheckIsNoAgent(pid_t caller, const std::filesystem::path& file) {
  COLLIE_ASSIGN_OR_RETURN(const std::vector<ProcessStamp> agents, ReadAgentProcesses(file));
  if (agents.empty()) return absl::OkStatus();
  const absl::StatusOr<std::vector<ProcessStamp>> line = WithParents(caller);
  if (!line.ok()) {
    return absl::PermissionDeniedError(
        absl::StrCat("it cannot be seen whether an agent made this call: ", line.status().message(),
                     " Is /proc mounted with hidepid?"));
  }
  COLLIE_ASSIGN_OR_RETURN(const std::vector<ProcessStamp> own, WithParents(getpid()));
  for (const ProcessStamp& agent : agents) {
    if (!Holds(*line, agent) || Holds(own, agent)) continue;
    return absl::PermissionDeniedError(absl::StrCat("an attached agent's process (", agent.pid,
                                                    ") made this call, or one that it started"));
  }
  return absl::OkStatus();
}

}  // namespace collie::local
