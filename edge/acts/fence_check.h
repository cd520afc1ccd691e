#ifndef COLLIE_EDGE_ACTS_FENCE_CHECK_H_
#define COLLIE_EDGE_ACTS_FENCE_CHECK_H_

#include <optional>

#include "collie/v1/edge_link.pb.h"
#include "crew/receipt/fit.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// What the newest fence on disk says to a command. nullopt: it may go on. `fenced`, or
// `store-unavailable` where the fence cannot be read. Blocks on the disk. Thread-safe.

// Before it is begun: its fence must be above every one of its conversation (rule 10).
std::optional<receipt::Refusal> CheckFence(EdgeStore& store, const v1::Command& command);

// After it was begun and before its POST: no fence may be above its own (rule 13).
std::optional<receipt::Refusal> CheckNotOvertaken(EdgeStore& store, const v1::Command& command);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_FENCE_CHECK_H_
