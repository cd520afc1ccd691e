#ifndef COLLIE_RELAY_API_GRPC_WATCH_FRAME_H_
#define COLLIE_RELAY_API_GRPC_WATCH_FRAME_H_

#include <grpcpp/support/byte_buffer.h>

#include "crew/clock/clock.h"
#include "relay/watch/conversation_feed.h"
#include "relay/watch/watch_step.h"

namespace collie::relay {

// The step as the bytes of a v1::WatchEvent, around the shared bytes of its rows: large ones are
// referred to, small ones copied, none is encoded. `now` is the moment of its write.
grpc::ByteBuffer WatchFrame(const WatchStep& step, clock::Steady now);
// The step as the bytes of a v1::ConversationEvent.
grpc::ByteBuffer ConversationFrame(const ConversationStep& step);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_WATCH_FRAME_H_
