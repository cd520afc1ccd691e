#ifndef COLLIE_RELAY_LINK_CLEAN_FRAME_H_
#define COLLIE_RELAY_LINK_CLEAN_FRAME_H_

#include "absl/status/status.h"
#include "collie/v1/edge_link.pb.h"

namespace collie::relay {

// Bounds and cleans every string of a frame of an edge, which may be anybody's: the one place
// between a stream and what keeps or shows it. The README beside this file lists each field and its
// rule. What can be left out is; a frame that cannot stand without it is INVALID_ARGUMENT, which
// ends the stream. What a SourceUpdate shows is cleaned by SourceStage. Applying it twice changes
// nothing. Pure.
absl::Status CleanFrame(v1::EdgeFrame& frame);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_CLEAN_FRAME_H_
