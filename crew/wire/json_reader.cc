#include "crew/wire/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "crew/ids/ids.h"
#include "crew/wire/json_string.h"

namespace collie::wire {
namespace {

bool FieldsOf(Reading& reading, JsonObject object, OnField on_field) {
  bool good = true;
  for (auto field : object) {
    std::string_view key;
    JsonValue value;
    if (field.error() || field.value().get(value)) {
      reading.broken = true;
      return false;
    }
    const bool has_key = field.unescaped_key().get(key) == simdjson::SUCCESS;
    if (has_key && !IsNull(value) && !on_field(key, value)) good = false;
    if (reading.broken) return false;
  }
  return good;
}

}  // namespace

std::string_view TokenOf(JsonValue value) {
  std::string_view token = value.raw_json_token();
  const size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool IsNull(JsonValue value) { return TokenOf(value) == "null"; }

std::optional<std::string_view> RawObject(Reading& reading, JsonValue value) {
  JsonObject object;
  std::string_view raw;
  const auto error = value.get_object().get(object);
  if (error == simdjson::INCORRECT_TYPE) return std::nullopt;
  if (error || object.raw_json().get(raw)) {
    reading.broken = true;
    return std::nullopt;
  }
  return raw;
}

bool IsAtEnd(simdjson::ondemand::document& document) {
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

bool ReadText(JsonValue value, std::string* out) {
  std::optional<Unescaped> text = Unescape(TokenOf(value));
  if (!text) return false;
  *out = std::move(text->text);
  return true;
}

bool ReadId(JsonValue value, std::string* out) {
  std::string text;
  if (!ReadText(value, &text) || !ids::IsWireId(text)) return false;
  *out = std::move(text);
  return true;
}

bool ReadOpaque(JsonValue value, std::string* out) {
  std::optional<Unescaped> text = Unescape(TokenOf(value));
  if (!text || text->lone_surrogate || !ids::IsOpaque(text->text)) return false;
  *out = std::move(text->text);
  return true;
}

bool ReadBool(JsonValue value, bool* out) {
  return value.get_bool().get(*out) == simdjson::SUCCESS;
}

bool ReadNumber(JsonValue value, double* out) {
  double number = 0;
  if (value.get_double().get(number) || !std::isfinite(number)) return false;
  *out = number;
  return true;
}

bool ReadInteger(JsonValue value, int64_t* out) {
  if (value.get_int64().get(*out) == simdjson::SUCCESS) return true;
  constexpr double kEnd = 9223372036854775808.0;  // 2^63
  double number = 0;
  if (!ReadNumber(value, &number) || number != std::trunc(number)) return false;
  if (number >= kEnd || number < -kEnd) return false;
  *out = static_cast<int64_t>(number);
  return true;
}

bool ReadCount(JsonValue value, int32_t* out) {
  double number = 0;
  if (!ReadNumber(value, &number) || number != std::trunc(number)) return false;
  using Range = std::numeric_limits<int32_t>;
  *out = static_cast<int32_t>(std::clamp<double>(number, Range::min(), Range::max()));
  return true;
}

bool ReadTime(JsonValue value, google::protobuf::Timestamp* out) {
  int64_t ms = 0;
  if (!ReadInteger(value, &ms)) return false;
  out->set_seconds(ms / 1000);
  out->set_nanos(static_cast<int32_t>(ms % 1000) * 1'000'000);
  return true;
}

bool EachField(Reading& reading, JsonValue value, OnField on_field) {
  JsonObject object;
  if (const auto error = value.get_object().get(object)) {
    if (error != simdjson::INCORRECT_TYPE) reading.broken = true;
    return false;
  }
  return FieldsOf(reading, object, on_field);
}

bool EachEntry(Reading& reading, JsonValue value, OnEntry on_entry) {
  JsonArray array;
  if (const auto error = value.get_array().get(array)) {
    if (error != simdjson::INCORRECT_TYPE) reading.broken = true;
    return false;
  }
  for (auto entry : array) {
    JsonValue element;
    if (entry.get(element)) reading.broken = true;
    if (!reading.broken && !on_entry(element)) ++reading.bad_entries;
    if (reading.broken) return false;
  }
  return true;
}

absl::Status Unreadable(std::string_view what, std::string_view why) {
  return absl::InvalidArgumentError("The agent's " + std::string(what) +
                                    " cannot be read: " + std::string(why) +
                                    ". Compare it with protos/WIRE.md and fix the agent.");
}

absl::Status ReadBody(std::string_view what, std::string_view body, Reading& reading,
                      OnField on_field) {
  const simdjson::padded_string padded(body);
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  JsonObject object;
  if (parser.iterate(padded).get(document) || document.get_object().get(object)) {
    return Unreadable(what, "it is not one JSON object in UTF-8");
  }
  std::string wrong;
  const bool good = FieldsOf(reading, object, [&](std::string_view key, JsonValue value) {
    if (on_field(key, value)) return true;
    if (wrong.empty()) wrong = std::string(key);
    return false;
  });
  if (reading.broken || !IsAtEnd(document)) return Unreadable(what, "its JSON breaks off");
  if (!good) return Unreadable(what, "`" + wrong + "` has a wrong type or value");
  return absl::OkStatus();
}

}  // namespace collie::wire
