#ifndef COLLIE_CREW_JSON_CONVERSATION_H_
#define COLLIE_CREW_JSON_CONVERSATION_H_

#include "collie/v1/dashboard.pb.h"
#include "crew/json/json.h"

// Conversations. Pure; any thread.
namespace collie::json {

// `{"member", "source", "pane"}`; without a pane where it is not known, as in a start.
Json ConversationKeyJson(const v1::Conversation& conversation);
// `{"id", "state"}`.
Json TurnJson(const v1::Turn& turn);
// One entry, in the shape of the agents' wire (protos/WIRE.md).
Json ItemJson(const v1::Item& item);
// A conversation, or what is new in it; `more` only where another part of this step follows.
Json ConversationJson(const v1::ConversationEvent& event);
// One page of older items; `before` is "" on the oldest.
Json HistoryJson(const v1::ReadHistoryReply& page);

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_CONVERSATION_H_
