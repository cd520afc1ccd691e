#include "relay/api/http/answer_body.h"

#include <cstddef>
#include <string>

#include "crew/ids/ids.h"
#include "relay/api/http/body_fields.h"

namespace collie::relay {
namespace {

constexpr size_t kMostPicks = 32;
constexpr size_t kMostFields = 32;

void ReadPicked(const json::Json& list, BodyFields& fields, v1::Answer& answer) {
  if (!list.is_array() || list.size() > kMostPicks) {
    return fields.Fault("optionIds", "must be a list of at most 32 ids");
  }
  v1::PickedOptions& picked = *answer.mutable_picked();
  for (const json::Json& id : list) {
    if (!id.is_string() || !ids::IsWireId(id.get_ref<const std::string&>())) {
      return fields.Fault("optionIds", "must hold ids of options only");
    }
    picked.add_option_ids(id.get<std::string>());
  }
}

void ReadText(const json::Json& text, BodyFields& fields, v1::Answer& answer) {
  if (!text.is_string()) return fields.Fault("text", "must be a string");
  answer.set_text(text.get<std::string>());
}

bool ReadValue(const json::Json& json, v1::FieldValue& value) {
  if (json.is_string()) {
    value.set_text(json.get<std::string>());
  } else if (json.is_number()) {
    value.set_number(json.get<double>());
  } else if (json.is_boolean()) {
    value.set_boolean(json.get<bool>());
  } else {
    return false;
  }
  return true;
}

void ReadForm(const json::Json& object, BodyFields& fields, v1::Answer& answer) {
  if (!object.is_object() || object.size() > kMostFields) {
    return fields.Fault("fields", "must be an object of at most 32 values");
  }
  auto& values = *answer.mutable_form()->mutable_fields();
  for (const auto& item : object.items()) {
    if (!ids::IsWireId(item.key())) return fields.Fault("fields", "must name fields by their ids");
    if (!ReadValue(item.value(), values[item.key()])) {
      return fields.Fault("fields", "must hold strings, numbers, true or false");
    }
  }
}

}  // namespace

absl::StatusOr<v1::Answer> ReadAnswer(const json::Json& object) {
  BodyFields fields(object, "answer");
  const json::Json* picked = fields.TakeAny("optionIds");
  const json::Json* text = fields.TakeAny("text");
  const json::Json* form = fields.TakeAny("fields");
  v1::Answer answer;
  if ((picked != nullptr) + (text != nullptr) + (form != nullptr) != 1) {
    fields.Join(absl::InvalidArgumentError(
        "The body's field \"answer\" must hold exactly one of optionIds, text and fields."));
  } else if (picked != nullptr) {
    ReadPicked(*picked, fields, answer);
  } else if (text != nullptr) {
    ReadText(*text, fields, answer);
  } else {
    ReadForm(*form, fields, answer);
  }
  const absl::Status status = fields.Finish();
  if (!status.ok()) return status;
  return answer;
}

}  // namespace collie::relay
