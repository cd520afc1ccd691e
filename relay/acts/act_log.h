#ifndef COLLIE_RELAY_ACTS_ACT_LOG_H_
#define COLLIE_RELAY_ACTS_ACT_LOG_H_

#include <optional>
#include <string>

#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// When an act came through its steps in this run of the relay.
struct ActSteps {
  std::optional<clock::Steady> accepted;    // its receipt was on disk
  std::optional<clock::Steady> dispatched;  // its newest attempt was on disk, and its command left
};

// The line of the log about an act that ended, or of which nobody can tell yet:
//
//   act=send request=r-1 conversation=deck/hello/deploy outcome=sent reason=- attempts=1
//   accepted_ms=2 dispatched_ms=3 ended_ms=25
//
// on one line; each time is counted from the step before, `-` where a step was not made. Without a
// receipt `no_receipt` says why, and the outcome is `none`. It holds no text of people, and what
// comes from outside is cleaned and bounded. Pure; any thread.
std::string ActLine(const v1::Receipt& receipt, v1::Reason no_receipt, clock::Steady began,
                    const ActSteps& steps, clock::Steady now);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_LOG_H_
