#ifndef COLLIE_TESTS_BENCH_REAL_EDGE_H_
#define COLLIE_TESTS_BENCH_REAL_EDGE_H_

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/bench/agent_host.h"
#include "tests/bench/child.h"
#include "tests/bench/test_crew.h"

namespace collie::bench {

// A real edge beside agents of the bench, enrolled in a crew of the bench.
class RealEdge {
 public:
  // Returns once its link is up and it has read every agent.
  static absl::StatusOr<std::unique_ptr<RealEdge>> Start(TestCrew& crew, const AgentHost& agents);

  const std::string& member() const { return member_; }
  pid_t pid() const { return edge_->pid(); }

 private:
  RealEdge() = default;

  std::string member_;
  std::unique_ptr<Child> edge_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_REAL_EDGE_H_
