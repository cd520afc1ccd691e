#include "crew/cli/view/answer_words.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crew/cli/view/columns.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

// Two options may have one label, so the id stands beside it.
std::string Labelled(const std::string& label, const std::string& id) {
  if (label.empty() || label == id) return id;
  return absl::StrCat(label, " (", id, ")");
}

}  // namespace

std::string AnswerWords(const v1::Answer& answer) {
  switch (answer.shape_case()) {
    case v1::Answer::kPicked:
      return text::TerminalSafe(absl::StrJoin(answer.picked().option_ids(), ", "));
    case v1::Answer::kText:
      return text::TerminalSafe(answer.text());
    case v1::Answer::kForm:
      return "a form";
    case v1::Answer::SHAPE_NOT_SET:
      break;
  }
  return "";
}

std::string SaidWords(const v1::Receipt& receipt) {
  const auto& picked = receipt.answer().picked().option_ids();
  if (receipt.option_labels_size() != picked.size()) return AnswerWords(receipt.answer());
  if (picked.empty()) return AnswerWords(receipt.answer());
  std::vector<std::string> options;
  for (int i = 0; i < picked.size(); ++i) {
    options.push_back(Labelled(receipt.option_labels(i), picked.Get(i)));
  }
  return text::TerminalSafe(absl::StrJoin(options, ", "));
}

std::string ActWords(const v1::Receipt& receipt, size_t max_columns) {
  std::string words;
  if (!receipt.ask_id().empty()) words = receipt.ask_id();
  if (!receipt.turn().empty()) words = absl::StrCat("turn ", receipt.turn());
  const std::string said = SaidWords(receipt);
  if (!said.empty()) absl::StrAppend(&words, words.empty() ? "" : ": ", said);
  return CutMiddle(text::TerminalSafe(words), max_columns);
}

}  // namespace collie::cli
