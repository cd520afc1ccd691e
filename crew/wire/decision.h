#ifndef COLLIE_CREW_WIRE_DECISION_H_
#define COLLIE_CREW_WIRE_DECISION_H_

#include <string_view>

#include "collie/v1/conversation.pb.h"
#include "crew/wire/json_reader.h"

// The decision about an ask, in ask-closed events and in `decided` replies. Private to crew/wire.
namespace collie::wire {

// Reads an answer of any shape. Form values of other types than text, number and boolean make it
// bad.
bool ReadAnswer(Reading& reading, JsonValue value, v1::Answer* answer);

// Reads `key` when it is one of a decision (outcome, decidedBy, requestId, answer). What is
// unreadable in it is left out, since the decision itself stands; an unknown outcome reads as
// withdrawn.
void ReadDecisionField(Reading& reading, std::string_view key, JsonValue value,
                       v1::ClosedAsk* closed);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_DECISION_H_
