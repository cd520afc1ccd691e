#ifndef COLLIE_EDGE_ACTS_READ_FOR_ACT_H_
#define COLLIE_EDGE_ACTS_READ_FOR_ACT_H_

#include "absl/time/time.h"
#include "collie/v1/receipt.pb.h"
#include "edge/acts/agent_port.h"

namespace collie::edge {

// Reads the agent as it is now for one act. Where the question of an answer is not open any more
// and the agent does not tell how it ended, what this edge saw of its end is told. Blocks, at most
// for `most`.
FreshState ReadForAct(AgentPort& agents, const v1::ActRequest& request, absl::Duration most);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_READ_FOR_ACT_H_
