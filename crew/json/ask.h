#ifndef COLLIE_CREW_JSON_ASK_H_
#define COLLIE_CREW_JSON_ASK_H_

#include "collie/v1/conversation.pb.h"
#include "crew/json/json.h"

// Questions and their answers. Pure; any thread.
namespace collie::json {

// An open question; its `id` is the one-use id.
Json AskJson(const v1::Ask& ask);
// `{"optionIds"}`, `{"text"}` or `{"fields"}`; null where there is no answer.
Json AnswerJson(const v1::Answer& answer);
// How a question ended.
Json ClosedAskJson(const v1::ClosedAsk& closed);

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_ASK_H_
