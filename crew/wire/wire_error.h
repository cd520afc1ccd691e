#ifndef COLLIE_CREW_WIRE_WIRE_ERROR_H_
#define COLLIE_CREW_WIRE_WIRE_ERROR_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/wire/hello.h"

namespace collie::wire {

// An agent's refusal (protos/WIRE.md, Errors).
struct WireError {
  std::string code;     // a word, such as `stale`; may be one that this version does not know
  std::string message;  // one cleaned line, or empty
  std::string turn;     // with `stale`: the pane's turn, where it was told
  std::string field;    // with `bad-answer`: the field, where it was told
  std::optional<VersionRange> agent_versions;  // with `incompatible`, where they were told
  // With `decided`, where it was told: the first outcome; it does not name the ask.
  std::optional<v1::ClosedAsk> decision;
};

// Reads the body of a reply that is no success. Fields besides `code` that have a wrong type are
// left out. INVALID_ARGUMENT, with one sentence, when it has no code or is no JSON object: then the
// reply is not the wire's. Pure.
absl::StatusOr<WireError> DecodeError(std::string_view body);

// The reason that an agent's code stands for, where it means the same; AGENT_REFUSED for all
// others, also unknown ones. Pure.
v1::Reason ReasonOfCode(std::string_view code);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_WIRE_ERROR_H_
