#ifndef COLLIE_EDGE_UPLINK_FRAMES_H_
#define COLLIE_EDGE_UPLINK_FRAMES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collie/v1/edge_link.pb.h"
#include "crew/text/limits.h"

namespace collie::edge {

// Frames of what has no parts of its own, each within text::kLinkFrameBytes whatever an agent put
// into it. Pure; any thread.

// Bytes of entries in one frame; one entry may be larger, but an item of the largest texts still
// fits into a frame.
inline constexpr size_t kPartBytes = 512 * text::kKiB;

// A heartbeat with the ages of the sources. Too many for one frame go in further ones of the same
// number.
std::vector<v1::EdgeFrame> HeartbeatFrames(int64_t number, std::vector<v1::SourceAge> ages);
// A page of older items, in parts whose last has no `more`. At least one.
std::vector<v1::EdgeFrame> HistoryFrames(v1::HistoryPage page);
// The answer to a read of history for which there is no component.
v1::EdgeFrame RefusedPage(int64_t read);
// A result. The question as it is now is left out where it is larger than a pane may be: the reason
// stays.
v1::EdgeFrame ResultFrame(v1::ActResult result);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_FRAMES_H_
