#include "crew/wire/ask.h"

#include <string>
#include <utility>

#include "crew/text/clean_proto.h"
#include "crew/wire/canonical_json.h"
#include "crew/wire/json_reader.h"

namespace collie::wire {
namespace {

v1::AskKind KindOf(std::string_view word) {
  if (word == "permission") return v1::ASK_KIND_PERMISSION;
  if (word == "choice") return v1::ASK_KIND_CHOICE;
  if (word == "text") return v1::ASK_KIND_TEXT;
  if (word == "form") return v1::ASK_KIND_FORM;
  return v1::ASK_KIND_OTHER;
}

v1::FieldType TypeOf(std::string_view word) {
  if (word == "text") return v1::FIELD_TYPE_TEXT;
  if (word == "number") return v1::FIELD_TYPE_NUMBER;
  if (word == "boolean") return v1::FIELD_TYPE_BOOLEAN;
  if (word == "choice") return v1::FIELD_TYPE_CHOICE;
  return v1::FIELD_TYPE_UNSPECIFIED;
}

// One ask while it is read.
class AskReader {
 public:
  std::optional<RaisedAsk> Read(std::string_view raw_json, std::string hash) {
    raised_.ask.set_hash(std::move(hash));
    const absl::Status read =
        ReadBody("ask", raw_json, reading_,
                 [this](std::string_view key, JsonValue value) { return ReadField(key, value); });
    if (!read.ok() || !has_title_ || kind_.empty()) return std::nullopt;
    Settle();
    if (!text::CleanAsk(raised_.ask)) return std::nullopt;
    return std::move(raised_);
  }

  int bad_entries() const { return reading_.bad_entries; }

 private:
  bool ReadField(std::string_view key, JsonValue value) {
    v1::Ask& ask = raised_.ask;
    if (key == "id") return ReadId(value, ask.mutable_ask_id());
    if (key == "kind") return ReadText(value, &kind_);
    if (key == "title") return has_title_ = ReadText(value, ask.mutable_title());
    if (key == "detail") return ReadText(value, ask.mutable_detail());
    if (key == "itemId") return ReadOpaque(value, ask.mutable_item_id());
    if (key == "toolCallId") return ReadOpaque(value, ask.mutable_tool_call_id());
    if (key == "expiresAt") return ReadInteger(value, &raised_.expires_at_ms.emplace());
    return ReadShape(key, value);
  }

  // The fields of the kinds. An unknown kind may use their names for something else.
  bool ReadShape(std::string_view key, JsonValue value) {
    v1::Ask& ask = raised_.ask;
    bool good = true;
    if (key == "options") good = has_options_ = ReadOptions(value, ask.mutable_options());
    if (key == "multiple") good = ReadBoolInto(value, &v1::Ask::set_multiple);
    if (key == "min") good = has_min_ = ReadCountInto(value, 0, &v1::Ask::set_min);
    if (key == "max") good = ReadCountInto(value, 1, &v1::Ask::set_max);
    if (key == "placeholder") good = ReadText(value, ask.mutable_placeholder());
    if (key == "multiline") good = ReadBoolInto(value, &v1::Ask::set_multiline);
    if (key == "fields") good = has_fields_ = ReadFields(value);
    if (!good) misshapen_ = true;
    return true;
  }

  bool ReadBoolInto(JsonValue value, void (v1::Ask::*set)(bool)) {
    bool read = false;
    if (!ReadBool(value, &read)) return false;
    (raised_.ask.*set)(read);
    return true;
  }

  bool ReadCountInto(JsonValue value, int32_t least, void (v1::Ask::*set)(int32_t)) {
    int32_t read = 0;
    if (!ReadCount(value, &read) || read < least) return false;
    (raised_.ask.*set)(read);
    return true;
  }

  bool ReadOptions(JsonValue value, google::protobuf::RepeatedPtrField<v1::AskOption>* options) {
    return EachEntry(reading_, value, [&](JsonValue entry) {
      v1::AskOption option;
      const bool good =
          ReadLabelled(reading_, entry, &option, [&](std::string_view key, JsonValue field) {
            bool always = false;
            if (key != "always") return true;
            if (!ReadBool(field, &always)) return false;
            option.set_always(always);
            return true;
          });
      if (!good) return LeaveOut();
      *options->Add() = std::move(option);
      return true;
    });
  }

  bool ReadFields(JsonValue value) {
    return EachEntry(reading_, value, [this](JsonValue entry) {
      v1::AskField field;
      std::string type;
      const bool good =
          ReadLabelled(reading_, entry, &field, [&](std::string_view key, JsonValue part) {
            if (key == "type") return ReadText(part, &type);
            if (key == "options") return ReadOptions(part, field.mutable_options());
            bool required = false;
            if (key != "required") return true;
            if (!ReadBool(part, &required)) return false;
            field.set_required(required);
            return true;
          });
      if (!good || type.empty()) return LeaveOut();
      field.set_type(TypeOf(type));
      if (field.type() == v1::FIELD_TYPE_UNSPECIFIED) has_unknown_field_ = true;
      *raised_.ask.add_fields() = std::move(field);
      return true;
    });
  }

  bool LeaveOut() {
    raised_.ask.set_altered(true);
    return false;
  }

  // Fixes the kind, and with it what the other fields mean.
  void Settle() {
    v1::Ask& ask = raised_.ask;
    ask.set_kind(KindOf(kind_));
    ask.set_expires(raised_.expires_at_ms.has_value());
    if (ask.kind() == v1::ASK_KIND_FORM && has_unknown_field_) ask.set_kind(v1::ASK_KIND_OTHER);
    if (ask.kind() == v1::ASK_KIND_OTHER) return ClearShape();
    const bool needs_options =
        ask.kind() == v1::ASK_KIND_PERMISSION || ask.kind() == v1::ASK_KIND_CHOICE;
    const bool lacks =
        (needs_options && !has_options_) || (ask.kind() == v1::ASK_KIND_FORM && !has_fields_);
    if (misshapen_ || lacks) ask.set_kind(v1::ASK_KIND_UNSPECIFIED);  // CleanAsk refuses it
    if (ask.kind() != v1::ASK_KIND_CHOICE) ask.clear_multiple();
    if (!ask.multiple()) {
      ask.clear_min();
      ask.clear_max();
    } else if (!has_min_) {
      ask.set_min(1);
    }
  }

  void ClearShape() {
    v1::Ask& ask = raised_.ask;
    ask.clear_options();
    ask.clear_fields();
    ask.clear_multiple();
    ask.clear_min();
    ask.clear_max();
    ask.clear_placeholder();
    ask.clear_multiline();
    reading_.bad_entries = 0;
  }

  Reading reading_;
  RaisedAsk raised_;
  std::string kind_;
  bool has_title_ = false;
  bool has_options_ = false;
  bool has_fields_ = false;
  bool has_min_ = false;
  bool has_unknown_field_ = false;
  bool misshapen_ = false;
};

}  // namespace

std::optional<RaisedAsk> DecodeAsk(std::string_view raw_json, int* bad_entries) {
  absl::StatusOr<std::string> hash = AskHash(raw_json);
  if (!hash.ok()) return std::nullopt;
  AskReader reader;
  std::optional<RaisedAsk> raised = reader.Read(raw_json, *std::move(hash));
  if (raised) *bad_entries += reader.bad_entries();
  return raised;
}

}  // namespace collie::wire
