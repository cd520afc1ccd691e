#include "crew/receipt/answer_sentence.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace collie::receipt {
namespace {

template <typename Options>
std::string IdsOf(const Options& options) {
  return absl::StrJoin(options, ", ", [](std::string* out, const v1::AskOption& option) {
    out->append(option.id());
  });
}

std::string HowMany(const v1::Ask& ask) {
  if (ask.kind() != v1::ASK_KIND_CHOICE || !ask.multiple()) return "exactly one";
  if (ask.max() > 0) return absl::StrCat(ask.min(), " to ", ask.max());
  return ask.min() > 0 ? absl::StrCat("at least ", ask.min()) : "any number";
}

std::string ValueOf(const v1::AskField& field) {
  switch (field.type()) {
    case v1::FIELD_TYPE_NUMBER:
      return "a number";
    case v1::FIELD_TYPE_BOOLEAN:
      return "true or false";
    case v1::FIELD_TYPE_CHOICE:
      return absl::StrCat("one of ", IdsOf(field.options()));
    default:
      return "a string";
  }
}

std::string FieldsOf(const v1::Ask& ask) {
  return absl::StrJoin(ask.fields(), "; ", [](std::string* out, const v1::AskField& field) {
    absl::StrAppend(out, field.id(), ": ", ValueOf(field), field.required() ? ", required" : "");
  });
}

}  // namespace

std::string AnswerSentence(const v1::Ask& ask) {
  switch (ask.kind()) {
    case v1::ASK_KIND_TEXT:
      return "This question takes an `answer` with `text`, a string.";
    case v1::ASK_KIND_FORM:
      return absl::StrCat("This question takes an `answer` with `fields` (", FieldsOf(ask), ").");
    default:
      return absl::StrCat("This question takes an `answer` with `optionIds`: ", HowMany(ask),
                          " of ", IdsOf(ask.options()), ".");
  }
}

}  // namespace collie::receipt
