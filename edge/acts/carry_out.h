#ifndef COLLIE_EDGE_ACTS_CARRY_OUT_H_
#define COLLIE_EDGE_ACTS_CARRY_OUT_H_

#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "edge/acts/agent_port.h"
#include "edge/acts/attempt_end.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// Carries a command out, as a first attempt or a later one. What is answered names the command's
// fence, so that a relay whose receipt is of another dispatch settles nothing by it (rule 29).
// `deadline`: then nothing is sent to the agent any more. Blocks on disk and agent. Thread-safe.
AttemptEnd CarryOut(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
                    const v1::Command& command, clock::Steady deadline);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_CARRY_OUT_H_
