#ifndef COLLIE_EDGE_EDGE_H_
#define COLLIE_EDGE_EDGE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "edge/edge_config.h"

namespace collie::edge {

// The edge: owns every component, and stops them in the reverse order of their start.
class Edge {
 public:
  // Starts it. Errors: one sentence that names what failed and the cure; above all a sources.json
  // that breaks a rule, and a host that is no member yet.
  static absl::StatusOr<std::unique_ptr<Edge>> Start(const EdgeConfig& config,
                                                     const clock::Clock& clock,
                                                     ids::RandomSource& random);
  // Finishes the acts under way, sends the relay their results, closes.
  ~Edge();

 private:
  class Components;
  explicit Edge(std::unique_ptr<Components> components);
  std::unique_ptr<Components> components_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_EDGE_H_
