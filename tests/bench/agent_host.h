#ifndef COLLIE_TESTS_BENCH_AGENT_HOST_H_
#define COLLIE_TESTS_BENCH_AGENT_HOST_H_

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "crew/config/sources_file.h"

namespace collie::bench {

// Agents by the hundred, each behind a private Unix socket of its own: NAME/app.sock in `folder`.
// One thread serves them all.
class AgentHost {
 public:
  // Ready once this returns. Agents are named agent-0, agent-1 …
  AgentHost(std::filesystem::path folder, int agents, int panes);
  ~AgentHost();
  AgentHost(const AgentHost&) = delete;
  AgentHost& operator=(const AgentHost&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  static std::string Name(int agent);
  // What sources.json of an edge beside them says.
  std::vector<config::SourceEntry> Sources() const;

 private:
  class Serving;
  const std::filesystem::path folder_;
  const int agents_;
  std::unique_ptr<Serving> serving_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_AGENT_HOST_H_
