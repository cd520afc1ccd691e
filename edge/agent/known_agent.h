#ifndef COLLIE_EDGE_AGENT_KNOWN_AGENT_H_
#define COLLIE_EDGE_AGENT_KNOWN_AGENT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "crew/clock/clock.h"
#include "crew/wire/hello.h"
#include "crew/wire/snapshot.h"

namespace collie::edge {

// The agent's clock as it stood at an instant of ours: turns its deadlines into instants without
// trusting either clock's wall time.
struct AgentClock {
  int64_t now_ms = 0;
  clock::Steady at;

  // Durations saturate where the agent's numbers would overflow.
  clock::Steady When(int64_t agent_ms) const {
    return at + (absl::Milliseconds(agent_ms) - absl::Milliseconds(now_ms));
  }
};

// The last good reads of an agent. The snapshot is of the hello's epoch.
struct KnownAgent {
  wire::Hello hello;
  std::string etag;
  std::shared_ptr<const wire::Snapshot> snapshot;
  AgentClock clock;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_AGENT_KNOWN_AGENT_H_
