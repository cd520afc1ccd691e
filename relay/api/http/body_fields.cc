#include "relay/api/http/body_fields.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/ids/ids.h"
#include "relay/api/http/strict_json.h"

namespace collie::relay {
namespace {

constexpr size_t kHashLength = 64;

bool IsHash(std::string_view text) {
  return text.size() == kHashLength && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

BodyFields::BodyFields(const json::Json& object, std::string where)
    : object_(object), where_(std::move(where)) {}

const json::Json* BodyFields::TakeAny(absl::string_view field) {
  taken_.emplace(field);
  const auto found = object_.find(std::string(field));
  return found == object_.end() ? nullptr : &*found;
}

std::string BodyFields::TakeString(absl::string_view field, bool required) {
  const json::Json* value = TakeAny(field);
  if (value == nullptr) {
    if (required) Fault(field, "is missing");
    return "";
  }
  if (!value->is_string()) {
    Fault(field, "must be a string");
    return "";
  }
  return value->get_ref<const std::string&>();
}

std::string BodyFields::TakeBy(absl::string_view field, Rule rule, absl::string_view what) {
  std::string text = TakeString(field, true);
  if (status_.ok() && !rule(text)) Fault(field, what);
  return text;
}

std::string BodyFields::TakeName(absl::string_view field) {
  return TakeBy(field, ids::IsName, "must be a name of a-z, 0-9 and -, at most 63 characters");
}

std::string BodyFields::TakeWireId(absl::string_view field) {
  return TakeBy(field, ids::IsWireId, "must be an id of A-Z a-z 0-9 . _ : -, at most 128 bytes");
}

std::string BodyFields::TakeOpaque(absl::string_view field) {
  return TakeBy(field, ids::IsOpaque, "must be 1 to 128 bytes without controls");
}

std::string BodyFields::TakeHash(absl::string_view field) {
  return TakeBy(field, IsHash, "must be 64 lower-case hex digits");
}

std::string BodyFields::TakeText(absl::string_view field) { return TakeString(field, true); }

std::string BodyFields::TakeOptionalText(absl::string_view field) {
  return TakeString(field, false);
}

std::string BodyFields::TakeOptionalOpaque(absl::string_view field) {
  std::string text = TakeString(field, false);
  if (!text.empty() && !ids::IsOpaque(text)) {
    Fault(field, "must be at most 128 bytes without controls");
  }
  return text;
}

bool BodyFields::TakeFlag(absl::string_view field) {
  const json::Json* value = TakeAny(field);
  if (value == nullptr) return false;
  if (!value->is_boolean()) {
    Fault(field, "must be true or false");
    return false;
  }
  return value->get<bool>();
}

const json::Json& BodyFields::TakeObject(absl::string_view field) {
  static const json::Json* const empty = new json::Json(json::Json::object());
  const json::Json* value = TakeAny(field);
  if (value != nullptr && value->is_object()) return *value;
  Fault(field, value == nullptr ? "is missing" : "must be an object");
  return *empty;
}

void BodyFields::Fault(absl::string_view field, absl::string_view what) {
  if (!status_.ok()) return;
  const std::string name = where_.empty() ? std::string(field) : absl::StrCat(where_, ".", field);
  status_ =
      absl::InvalidArgumentError(absl::StrCat("The body's field ", Quoted(name), " ", what, "."));
}

void BodyFields::Join(const absl::Status& part) { status_.Update(part); }

absl::Status BodyFields::Finish() {
  for (const auto& item : object_.items()) {
    if (!status_.ok()) break;
    if (!taken_.contains(item.key())) Fault(item.key(), "is not known here");
  }
  return status_;
}

}  // namespace collie::relay
