#include "crew/wire/decision.h"

#include <string>
#include <utility>

namespace collie::wire {
namespace {

v1::AskOutcome OutcomeOf(std::string_view word) {
  if (word == "answered") return v1::ASK_OUTCOME_ANSWERED;
  if (word == "timed-out") return v1::ASK_OUTCOME_TIMED_OUT;
  return v1::ASK_OUTCOME_WITHDRAWN;
}

bool ReadPicked(Reading& reading, JsonValue value, v1::PickedOptions* picked) {
  bool good = true;
  const bool list = EachEntry(reading, value, [&](JsonValue entry) {
    if (!ReadId(entry, picked->add_option_ids())) good = false;
    return true;
  });
  return list && good;
}

bool ReadFieldValue(JsonValue value, v1::FieldValue* out) {
  std::string text;
  bool boolean = false;
  double number = 0;
  if (ReadText(value, &text)) {
    out->set_text(std::move(text));
  } else if (ReadBool(value, &boolean)) {
    out->set_boolean(boolean);
  } else if (ReadNumber(value, &number)) {
    out->set_number(number);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool ReadAnswer(Reading& reading, JsonValue value, v1::Answer* answer) {
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "optionIds") return ReadPicked(reading, field, answer->mutable_picked());
    if (key == "text") return ReadText(field, answer->mutable_text());
    if (key != "fields") return true;
    auto& fields = *answer->mutable_form()->mutable_fields();
    return EachField(reading, field, [&](std::string_view id, JsonValue part) {
      return ReadFieldValue(part, &fields[std::string(id)]);
    });
  });
  return good && answer->shape_case() != v1::Answer::SHAPE_NOT_SET;
}

void ReadDecisionField(Reading& reading, std::string_view key, JsonValue value,
                       v1::ClosedAsk* closed) {
  std::string outcome;
  if (key == "outcome" && ReadText(value, &outcome)) closed->set_outcome(OutcomeOf(outcome));
  if (key == "decidedBy") ReadText(value, closed->mutable_decided_by());
  if (key == "requestId") ReadId(value, closed->mutable_request_id());
  if (key == "answer" && !ReadAnswer(reading, value, closed->mutable_answer())) {
    closed->clear_answer();
  }
}

}  // namespace collie::wire
