#ifndef COLLIE_TESTS_BENCH_EDGE_FLEET_H_
#define COLLIE_TESTS_BENCH_EDGE_FLEET_H_

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "crew/threads/periodic.h"
#include "tests/bench/simulated_edge.h"

namespace collie::bench {

// Simulated edges by the thousand; one thread keeps their heartbeats and dials.
class EdgeFleet {
 public:
  EdgeFleet(std::vector<identity::Identity> members, int panes);
  // Ends all links.
  ~EdgeFleet();

  // Dials all, some at a time, and waits until all are up. Errors: DEADLINE_EXCEEDED.
  absl::Status Start(absl::Duration most);
  // Errors: DEADLINE_EXCEEDED, with how many are up.
  absl::Status AwaitUp(absl::Duration most) const;
  int CountUp() const;

  SimulatedEdge& edge(size_t i) { return *edges_[i]; }
  size_t size() const { return edges_.size(); }

 private:
  std::vector<std::shared_ptr<SimulatedEdge>> edges_;
  std::unique_ptr<threads::Periodic> ticks_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_EDGE_FLEET_H_
