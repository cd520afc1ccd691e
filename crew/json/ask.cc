#include "crew/json/ask.h"

#include <cmath>
#include <map>
#include <string>

#include "crew/receipt/words.h"

namespace collie::json {
namespace {

constexpr double kLargestExact = 9007199254740991.0;  // past it a double skips whole numbers

Json OptionJson(const v1::AskOption& option) {
  return {{"id", option.id()}, {"label", option.label()}, {"always", option.always()}};
}

Json FieldJson(const v1::AskField& field) {
  Json json{{"id", field.id()},
            {"label", field.label()},
            {"type", receipt::ApiWord(field.type())},
            {"required", field.required()}};
  if (field.type() == v1::FIELD_TYPE_CHOICE)
    json["options"] = ListJson(field.options(), OptionJson);
  return json;
}

// A whole number as people and agents write it: 3, not 3.0.
Json NumberJson(double number) {
  const bool whole = std::abs(number) <= kLargestExact && std::trunc(number) == number;
  return whole ? Json(static_cast<int64_t>(number)) : Json(number);
}

Json ValueJson(const v1::FieldValue& value) {
  switch (value.value_case()) {
    case v1::FieldValue::kText:
      return value.text();
    case v1::FieldValue::kNumber:
      return NumberJson(value.number());
    case v1::FieldValue::kBoolean:
      return value.boolean();
    case v1::FieldValue::VALUE_NOT_SET:
      break;
  }
  return nullptr;
}

Json FormJson(const v1::FieldValues& form) {
  std::map<std::string, Json> sorted;  // the proto's map has no order
  for (const auto& [id, value] : form.fields()) sorted[id] = ValueJson(value);
  Json fields = Json::object();
  for (auto& [id, value] : sorted) fields[id] = std::move(value);
  return fields;
}

// What only some kinds of question have.
void AddRareFields(const v1::Ask& ask, Json& json) {
  if (ask.min() != 0) json["min"] = ask.min();
  if (ask.max() != 0) json["max"] = ask.max();
  if (!ask.placeholder().empty()) json["placeholder"] = ask.placeholder();
  if (ask.multiline()) json["multiline"] = true;
  if (!ask.item_id().empty()) json["itemId"] = ask.item_id();
  if (!ask.tool_call_id().empty()) json["toolCallId"] = ask.tool_call_id();
}

}  // namespace

Json AskJson(const v1::Ask& ask) {
  Json json{{"id", ask.one_use_id()},
            {"askId", ask.ask_id()},
            {"hash", ask.hash()},
            {"kind", receipt::ApiWord(ask.kind())},
            {"title", ask.title()},
            {"detail", ask.detail()},
            {"oneTap", ask.one_tap()},
            {"altered", ask.altered()},
            {"options", ListJson(ask.options(), OptionJson)},
            {"multiple", ask.multiple()},
            {"fields", ListJson(ask.fields(), FieldJson)}};
  AddRareFields(ask, json);
  if (ask.expires()) json["expiresInMs"] = ask.expires_in_ms();
  return json;
}

Json AnswerJson(const v1::Answer& answer) {
  switch (answer.shape_case()) {
    case v1::Answer::kPicked:
      return Json{{"optionIds", TextsJson(answer.picked().option_ids())}};
    case v1::Answer::kText:
      return Json{{"text", answer.text()}};
    case v1::Answer::kForm:
      return Json{{"fields", FormJson(answer.form())}};
    case v1::Answer::SHAPE_NOT_SET:
      break;
  }
  return nullptr;
}

Json ClosedAskJson(const v1::ClosedAsk& closed) {
  Json json{{"askId", closed.ask_id()},
            {"outcome", receipt::ApiWord(closed.outcome())},
            {"decidedBy", closed.decided_by()},
            {"requestId", closed.request_id()}};
  if (closed.answer().shape_case() != v1::Answer::SHAPE_NOT_SET) {
    json["answer"] = AnswerJson(closed.answer());
  }
  return json;
}

}  // namespace collie::json
