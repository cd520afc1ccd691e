#ifndef COLLIE_EDGE_SOURCES_AGENT_PROCESSES_H_
#define COLLIE_EDGE_SOURCES_AGENT_PROCESSES_H_

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crew/config/sources_file.h"
#include "crew/local/process_tree.h"

namespace collie::edge {

// Keeps the file of the attached agents' processes (crew/local/agent_processes.h) up to date: the
// process that listens at each entry's socket, by the kernel. One thread at a time.
class AgentProcesses {
 public:
  explicit AgentProcesses(std::filesystem::path file) : file_(std::move(file)) {}

  // Looks at each socket; a connection is made only to one that is new, at which nothing is sent.
  // Agents at a URL have no process here. Call about once a second.
  void Check(const std::vector<config::SourceEntry>& entries);

 private:
  // Which socket file was looked at last, and who listens there.
  struct Seen {
    ino_t file = 0;
    timespec changed = {};
    std::optional<local::ProcessStamp> process;
  };
  void CheckOne(const std::string& socket, Seen& seen) const;

  const std::filesystem::path file_;
  std::map<std::string, Seen> seen_;  // by the path of the socket
  std::optional<std::vector<local::ProcessStamp>> written_;
  bool said_ = false;  // that the file cannot be written
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_SOURCES_AGENT_PROCESSES_H_
