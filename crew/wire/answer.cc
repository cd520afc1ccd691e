#include "crew/wire/answer.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace collie::wire {
namespace {

template <typename Options>
bool Offers(const Options& options, const std::string& id) {
  return std::any_of(options.begin(), options.end(),
                     [&id](const v1::AskOption& option) { return option.id() == id; });
}

bool PicksFit(const v1::Ask& ask, const v1::PickedOptions& picked) {
  const auto& ids = picked.option_ids();
  if (std::set<std::string>(ids.begin(), ids.end()).size() != static_cast<size_t>(ids.size())) {
    return false;
  }
  const bool known = std::all_of(
      ids.begin(), ids.end(), [&ask](const std::string& id) { return Offers(ask.options(), id); });
  if (!known) return false;
  if (ask.kind() != v1::ASK_KIND_CHOICE || !ask.multiple()) return ids.size() == 1;
  return ids.size() >= ask.min() && (ask.max() == 0 || ids.size() <= ask.max());
}

bool ValueFits(const v1::AskField& field, const v1::FieldValue& value) {
  switch (field.type()) {
    case v1::FIELD_TYPE_TEXT:
      return value.has_text();
    case v1::FIELD_TYPE_NUMBER:
      return value.has_number() && std::isfinite(value.number());
    case v1::FIELD_TYPE_BOOLEAN:
      return value.has_boolean();
    case v1::FIELD_TYPE_CHOICE:
      return value.has_text() && Offers(field.options(), value.text());
    default:
      return false;
  }
}

bool FormFits(const v1::Ask& ask, const v1::FieldValues& form) {
  int answered = 0;
  for (const v1::AskField& field : ask.fields()) {
    const auto value = form.fields().find(field.id());
    if (value == form.fields().end()) {
      if (field.required()) return false;
      continue;
    }
    if (!ValueFits(field, value->second)) return false;
    ++answered;
  }
  return answered == static_cast<int>(form.fields().size());
}

}  // namespace

bool AnswerFits(const v1::Ask& ask, const v1::Answer& answer) {
  switch (ask.kind()) {
    case v1::ASK_KIND_PERMISSION:
    case v1::ASK_KIND_CHOICE:
      return answer.has_picked() && PicksFit(ask, answer.picked());
    case v1::ASK_KIND_TEXT:
      return answer.shape_case() == v1::Answer::kText;
    case v1::ASK_KIND_FORM:
      return answer.has_form() && FormFits(ask, answer.form());
    default:
      return false;
  }
}

}  // namespace collie::wire
