#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "crew/text/clean_field.h"
#include "crew/text/clean_proto.h"

namespace collie::text {
namespace {

bool IsHash(const std::string& hash) {
  constexpr size_t kSha256Hex = 64;
  return hash.size() == kSha256Hex && std::all_of(hash.begin(), hash.end(), [](char c) {
           return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

bool SanitizeFields(v1::Ask& ask) {
  absl::flat_hash_set<std::string> seen;
  bool changed = false;
  const bool shortened = SanitizeList(ask.mutable_fields(), kFields, [&](v1::AskField& field) {
    if (!ids::IsWireId(field.id()) || !seen.insert(field.id()).second) return false;
    if (SanitizeLine(field.mutable_label(), kTitleCharacters)) changed = true;
    if (SanitizeLabelled(field.mutable_options(), kOptions)) changed = true;
    return v1::FieldType_IsValid(field.type()) && field.type() != v1::FIELD_TYPE_UNSPECIFIED;
  });
  return shortened || changed;
}

// Everything of the question that a person sees.
bool SanitizeShown(v1::Ask& ask) {
  bool changed = SanitizeLine(ask.mutable_title(), kAskTitleCharacters);
  if (SanitizeText(ask.mutable_detail(), kAskDetailCharacters)) changed = true;
  if (SanitizeLine(ask.mutable_placeholder(), kTitleCharacters)) changed = true;
  if (SanitizeLabelled(ask.mutable_options(), kOptions)) changed = true;
  if (SanitizeFields(ask)) changed = true;
  return changed;
}

bool CleanPicked(v1::PickedOptions& picked) {
  return picked.option_ids_size() <= static_cast<int>(kOptions) &&
         std::all_of(picked.option_ids().begin(), picked.option_ids().end(), ids::IsWireId);
}

bool CleanForm(v1::FieldValues& form) {
  if (form.fields_size() > static_cast<int>(kFields)) return false;
  for (auto& [id, value] : *form.mutable_fields()) {
    if (!ids::IsWireId(id) || value.value_case() == v1::FieldValue::VALUE_NOT_SET) return false;
    if (value.has_number() && !std::isfinite(value.number())) return false;
    if (value.has_text()) SanitizeText(value.mutable_text(), kItemTextCharacters);
  }
  return true;
}

bool CleanAnswer(v1::Answer& answer) {
  if (answer.ByteSizeLong() > kDecidedAnswerBytes) return false;
  switch (answer.shape_case()) {
    case v1::Answer::kPicked:
      return CleanPicked(*answer.mutable_picked());
    case v1::Answer::kForm:
      return CleanForm(*answer.mutable_form());
    case v1::Answer::kText:
      SanitizeText(answer.mutable_text(), kItemTextCharacters);
      return true;
    case v1::Answer::SHAPE_NOT_SET:
      return false;
  }
  return false;
}

bool IsDecider(const std::string& word) {
  return word == "phone" || word == "agent" || word == "timeout";
}

}  // namespace

bool CleanAsk(v1::Ask& ask) {
  if (!ids::IsWireId(ask.ask_id()) || !IsHash(ask.hash())) return false;
  if (ask.kind() == v1::ASK_KIND_UNSPECIFIED) return false;
  if (!v1::AskKind_IsValid(ask.kind())) ask.set_kind(v1::ASK_KIND_OTHER);
  if (SanitizeShown(ask)) ask.set_altered(true);
  SanitizeOpaque(ask.mutable_item_id());
  SanitizeOpaque(ask.mutable_tool_call_id());
  ask.set_min(std::max(0, ask.min()));
  ask.set_max(std::max(0, ask.max()));
  ask.set_expires_in_ms(ask.expires() ? std::max<int64_t>(0, ask.expires_in_ms()) : 0);
  ask.clear_one_tap();
  ask.clear_one_use_id();
  return true;
}

bool CleanClosedAsk(v1::ClosedAsk& closed) {
  return ids::IsWireId(closed.ask_id()) && CleanDecision(closed);
}

bool CleanDecision(v1::ClosedAsk& closed) {
  if (!v1::AskOutcome_IsValid(closed.outcome())) return false;
  if (closed.outcome() == v1::ASK_OUTCOME_UNSPECIFIED) return false;
  if (!IsDecider(closed.decided_by())) closed.clear_decided_by();
  SanitizeId(closed.mutable_request_id());
  if (closed.has_answer() && !CleanAnswer(*closed.mutable_answer())) closed.clear_answer();
  return true;
}

}  // namespace collie::text
