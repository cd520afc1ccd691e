#ifndef COLLIE_EDGE_ACTS_ACT_GATE_H_
#define COLLIE_EDGE_ACTS_ACT_GATE_H_

#include <optional>

#include "collie/v1/edge_link.pb.h"
#include "crew/receipt/fit.h"
#include "edge/acts/agent_port.h"

namespace collie::edge {

// Whether a command comes too late to be begun: its fence must be above every fence of its
// conversation that this edge knows (rules 10 to 12). Pure; any thread.
bool IsFenced(const v1::Fence& command, const v1::Fence& newest);

// Whether a command that was begun was overtaken since: a fence that rose to its own does not stop
// it, a higher one does (rule 13). Pure; any thread.
bool IsOvertaken(const v1::Fence& command, const v1::Fence& newest);

// What is read before an act. A stop does not wait for a read.
bool NeedsFreshRead(const v1::ActRequest& request);
bool NeedsAsks(const v1::ActRequest& request);

// The relay's checks again, on the agent as it is now, and that it is still the run of the agent
// that the relay saw. nullopt: it may be POSTed. Pure; any thread.
std::optional<receipt::Refusal> CheckFresh(const v1::Command& command, const FreshState& fresh);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_ACT_GATE_H_
