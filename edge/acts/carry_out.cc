#include "edge/acts/carry_out.h"

#include "edge/acts/attempt.h"
#include "edge/acts/second_attempt.h"

namespace collie::edge {

AttemptEnd CarryOut(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
                    const v1::Command& command, clock::Steady deadline) {
  AttemptEnd end = command.attempt() == 1
                       ? Attempt(store, agents, clock, command, deadline).Run()
                       : SecondAttempt(store, agents, clock, command, deadline).Run();
  *end.result.mutable_fence() = command.fence();
  return end;
}

}  // namespace collie::edge
