#ifndef COLLIE_RELAY_ACTS_ACT_CHECKS_H_
#define COLLIE_RELAY_ACTS_ACT_CHECKS_H_

#include <optional>

#include "collie/v1/receipt.pb.h"
#include "crew/receipt/fit.h"
#include "relay/acts/ports.h"

namespace collie::relay {

// The checks on the merged state, made while the lock is held. `request` is the act with a tap
// turned into its answer; `by_tap` says that it came as one. nullopt: it may be dispatched. The
// edge makes the same checks again on a fresh read. Pure; any thread.
std::optional<receipt::Refusal> CheckAct(const v1::ActRequest& request, bool by_tap,
                                         const ActTarget& target);

// The checks before a later attempt: whether there is an edge to query. The rest is the edge's,
// which holds the first attempt, reads afresh and searches for a witness. Pure; any thread.
std::optional<receipt::Refusal> CheckRetry(const ActTarget& target);

// Whether an answer has the shape of the question that the person saw. A question that is not
// there, or is another one now, refuses no shape: the checks say what became of it. Pure; any
// thread.
bool HasShapeOfAsk(const v1::ActRequest& request, bool by_tap, const ActTarget& target);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_CHECKS_H_
