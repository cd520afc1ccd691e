#include "crew/wire/wire_error.h"

#include <utility>

#include "crew/text/clean_field.h"
#include "crew/text/clean_proto.h"
#include "crew/wire/decision.h"
#include "crew/wire/json_reader.h"
#include "crew/wire/version_range.h"

namespace collie::wire {
namespace {

void ReadRefusal(Reading& reading, JsonValue value, WireError* error) {
  EachField(reading, value, [&](std::string_view key, JsonValue field) {
    VersionRange range;
    if (key == "agent" && ReadVersionRange(reading, field, &range)) error->agent_versions = range;
    return true;
  });
}

void ReadDecision(Reading& reading, JsonValue value, WireError* error) {
  v1::ClosedAsk decision;
  EachField(reading, value, [&](std::string_view key, JsonValue field) {
    ReadDecisionField(reading, key, field, &decision);
    return true;
  });
  if (text::CleanDecision(decision)) error->decision = std::move(decision);
}

}  // namespace

absl::StatusOr<WireError> DecodeError(std::string_view body) {
  constexpr std::string_view kWhat = "refusal";
  WireError error;
  Reading reading;
  const absl::Status read =
      ReadBody(kWhat, body, reading, [&](std::string_view key, JsonValue value) {
        if (key == "code") return ReadId(value, &error.code);
        if (key == "message") ReadText(value, &error.message);
        if (key == "turn") ReadOpaque(value, &error.turn);
        if (key == "field") ReadId(value, &error.field);
        if (key == "refusal") ReadRefusal(reading, value, &error);
        if (key == "outcome") ReadDecision(reading, value, &error);
        return true;
      });
  if (!read.ok()) return read;
  if (error.code.empty()) return Unreadable(kWhat, "`code` is missing");
  text::SanitizeLine(&error.message, text::kSentenceCharacters);
  return error;
}

v1::Reason ReasonOfCode(std::string_view code) {
  if (code == "stale") return v1::REASON_TURN_MOVED;
  if (code == "question-open") return v1::REASON_QUESTION_OPEN;
  if (code == "decided") return v1::REASON_DECIDED;
  if (code == "no-such-pane") return v1::REASON_NO_SUCH_CONVERSATION;
  if (code == "unauthorized") return v1::REASON_TOKEN_REFUSED;
  if (code == "incompatible") return v1::REASON_VERSION_MISMATCH;
  if (code == "unsupported") return v1::REASON_UNSUPPORTED;
  if (code == "request-id-reused") return v1::REASON_REQUEST_ID_REUSED;
  if (code == "too-large") return v1::REASON_TOO_LARGE;
  if (code == "starting") return v1::REASON_STARTING;
  return v1::REASON_AGENT_REFUSED;
}

}  // namespace collie::wire
