#ifndef COLLIE_RELAY_WATCH_CONVERSATION_PARTS_H_
#define COLLIE_RELAY_WATCH_CONVERSATION_PARTS_H_

#include <vector>

#include "collie/v1/dashboard.pb.h"

namespace collie::relay {

// One event in messages under 1 MiB each, at least one. All but the last say `more`. Merged in
// their order (as protobuf merges: lists are joined, what is set wins) they are the event again;
// the first says `reset`, only the last has the cursor, so that nobody resumes in the middle.
// Pure.
std::vector<v1::ConversationEvent> InParts(v1::ConversationEvent event);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_CONVERSATION_PARTS_H_
