#ifndef COLLIE_RELAY_HTTP_CONVERSATION_JSON_H_
#define COLLIE_RELAY_HTTP_CONVERSATION_JSON_H_

#include "collie/v1/dashboard.pb.h"
#include "relay/http/json_view.h"

// How the HTTP API shows conversations. A field with nothing to say is absent, "", 0 or false.
// Pure.
namespace collie::relay {

// `{"id", "state"}`.
Json TurnJson(const v1::Turn& turn);
// An open question, with its one-use id.
Json AskJson(const v1::Ask& ask);
// An answer; null where there is none.
Json AnswerJson(const v1::Answer& answer);
// How a question ended.
Json ClosedAskJson(const v1::ClosedAsk& closed);
// One entry, in the shape of the agents' wire (protos/WIRE.md).
Json ItemJson(const v1::Item& item);
// A conversation, or what is new in it.
Json ConversationJson(const v1::ConversationEvent& event);
// One page of older items.
Json HistoryJson(const v1::ReadHistoryReply& page);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_CONVERSATION_JSON_H_
