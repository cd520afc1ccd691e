#ifndef COLLIE_RELAY_ACTS_EFFECT_LANE_H_
#define COLLIE_RELAY_ACTS_EFFECT_LANE_H_

#include <cstddef>

#include "relay/acts/act_effect.h"

namespace collie::relay {

// Which effects keep the order of their decisions: those of one lane. What readers, links and
// callers see of a conversation is one, what is written about a request id is one (the store keeps
// the order of writes), and what concerns all acts is one. Everything else of an act is ordered by
// cause: its next decision follows the end of the write before. A number for a table of lanes.
// Pure; any thread.
size_t LaneOf(const ActEffect& effect);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_EFFECT_LANE_H_
