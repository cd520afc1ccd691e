#include "crew/cli/view/ask_printer.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "crew/cli/view/age.h"
#include "crew/cli/view/answer_form.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using text::TerminalSafe;

// Whether its agent has only to say so: nothing answers it any more.
bool IsOver(const v1::Ask& ask) { return ask.expires() && ask.expires_in_ms() == 0; }

std::string TimeWords(const v1::Ask& ask) {
  return IsOver(ask) ? "time is over" : absl::StrCat(Span(ask.expires_in_ms()), " left");
}

std::string Heading(const v1::Ask& ask, const Paint& paint) {
  std::string heading =
      absl::StrCat("? ", paint.NeedsYou(TerminalSafe(ask.title())), "  [",
                   TerminalSafe(ask.ask_id()), ", ", receipt::ApiWord(ask.kind()));
  if (ask.expires()) absl::StrAppend(&heading, ", ", TimeWords(ask));
  if (ask.altered()) absl::StrAppend(&heading, ", cut or cleaned");
  return absl::StrCat(heading, "]");
}

std::string OptionWords(const v1::AskOption& option) {
  return absl::StrCat(TerminalSafe(option.id()), " (", TerminalSafe(option.label()),
                      option.always() ? ", lasts after this question" : "", ")");
}

std::string Options(const google::protobuf::RepeatedPtrField<v1::AskOption>& options) {
  return absl::StrJoin(options, ", ", [](std::string* out, const v1::AskOption& option) {
    absl::StrAppend(out, OptionWords(option));
  });
}

void AddFields(const v1::Ask& ask, std::vector<std::string>& lines) {
  for (const v1::AskField& field : ask.fields()) {
    std::string line =
        absl::StrCat("    ", TerminalSafe(field.id()), " (", TerminalSafe(field.label()),
                     "): ", receipt::ApiWord(field.type()), field.required() ? ", required" : "");
    if (!field.options().empty()) absl::StrAppend(&line, " of ", Options(field.options()));
    lines.push_back(std::move(line));
  }
}

void AddWays(const std::string& conversation, const v1::Ask& ask, const std::string& flags,
             std::vector<std::string>& lines) {
  const auto ways = WaysToAnswer(conversation, ask);
  if (ways.empty()) lines.push_back("  this kind is answered at the agent only");
  for (const AnswerWay& way : ways) {
    const std::string what = way.option.empty() ? "answer" : TerminalSafe(way.label);
    lines.push_back(absl::StrCat("  ", what, ":  collie answer", flags, " ", way.arguments));
  }
}

}  // namespace

std::vector<std::string> QuestionLines(const v1::Ask& ask, const Paint& paint) {
  std::vector<std::string> lines = {Heading(ask, paint)};
  const std::string detail = text::CleanText(ask.detail(), text::kAskDetailCharacters).text;
  if (!detail.empty()) {
    for (absl::string_view line : absl::StrSplit(detail, '\n')) {
      lines.push_back(absl::StrCat("    ", line));
    }
  }
  if (ask.multiple()) lines.push_back(absl::StrCat("    any of: ", Options(ask.options())));
  AddFields(ask, lines);
  return lines;
}

std::vector<std::string> AskLines(const std::string& conversation, const v1::Ask& ask,
                                  const std::string& flags, const Paint& paint) {
  std::vector<std::string> lines = QuestionLines(ask, paint);
  if (!IsOver(ask)) AddWays(conversation, ask, flags, lines);
  return lines;
}

}  // namespace collie::cli
