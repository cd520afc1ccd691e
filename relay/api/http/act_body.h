#ifndef COLLIE_RELAY_API_HTTP_ACT_BODY_H_
#define COLLIE_RELAY_API_HTTP_ACT_BODY_H_

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collie/v1/receipt.pb.h"

// Reads the bodies of acts, strictly: a wrong word in a command is refused, never guessed at. Every
// error is INVALID_ARGUMENT with one sentence that names the field. Pure; any thread.
namespace collie::relay {

// The act that a path names by its last word (`send`, `answer`, `steer`, `stop`, `rename`, `close`,
// `reopen`, `action`); nullopt: none. A start and an answer by one tap have paths of their own.
std::optional<v1::ActKind> ConversationActOf(absl::string_view word);

// The body of an act at `conversation`, whose ids were checked.
absl::StatusOr<v1::ActRequest> ReadConversationAct(v1::ActKind kind,
                                                   const v1::Conversation& conversation,
                                                   absl::string_view body);
// The body of a send that names its conversation itself.
absl::StatusOr<v1::ActRequest> ReadSend(absl::string_view body);
// The body of an answer by one tap.
absl::StatusOr<v1::ActRequest> ReadOneTap(absl::string_view one_use_id, absl::string_view body);
// The body of a start at a source; `source` has no pane.
absl::StatusOr<v1::ActRequest> ReadStart(const v1::Conversation& source, absl::string_view body);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ACT_BODY_H_
