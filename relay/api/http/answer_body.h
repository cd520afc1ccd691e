#ifndef COLLIE_RELAY_API_HTTP_ANSWER_BODY_H_
#define COLLIE_RELAY_API_HTTP_ANSWER_BODY_H_

#include "absl/status/statusor.h"
#include "collie/v1/conversation.pb.h"
#include "crew/json/json.h"

namespace collie::relay {

// Reads an answer: exactly one of `optionIds`, `text` and `fields`. INVALID_ARGUMENT naming the
// field otherwise. REQUIRES: an object. Pure; any thread.
absl::StatusOr<v1::Answer> ReadAnswer(const json::Json& object);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ANSWER_BODY_H_
