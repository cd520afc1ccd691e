#include "crew/cli/view/conversation_printer.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crew/cli/view/ask_printer.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using text::CleanText;
using text::TerminalSafe;

constexpr char kIndent[] = "  ";

std::string WithoutLastLineEnds(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

// What the item says. It only ever grows where the agent only ever appends: the status of a tool
// call stands at the end, once it is known.
std::string BodyOf(const v1::Item& item) {
  if (item.kind() != v1::ITEM_KIND_TOOL) {
    return WithoutLastLineEnds(CleanText(item.text(), text::kItemTextCharacters).text);
  }
  const v1::Tool& tool = item.tool();
  std::string body = absl::StrCat(TerminalSafe(tool.name()), ": ",
                                  CleanText(tool.input(), text::kToolInputCharacters).text);
  const std::string output =
      WithoutLastLineEnds(CleanText(tool.output(), text::kToolOutputCharacters).text);
  if (!output.empty()) absl::StrAppend(&body, "\n", output);
  if (tool.status() == v1::TOOL_STATUS_DONE || tool.status() == v1::TOOL_STATUS_ERROR) {
    absl::StrAppend(&body, "\n[", receipt::ApiWord(tool.status()), "]");
  }
  return body;
}

}  // namespace

void ConversationPrinter::EndLine() {
  if (!growing_.empty()) out_ << '\n';
  growing_.clear();
  out_.flush();
}

void ConversationPrinter::Note(const std::string& line) {
  EndLine();
  out_ << line << '\n';
  out_.flush();
}

void ConversationPrinter::Indented(const std::string& text) {
  out_ << absl::StrReplaceAll(text, {{"\n", absl::StrCat("\n", kIndent)}});
}

void ConversationPrinter::PrintNew(const v1::Item& item, const std::string& body) {
  EndLine();
  out_ << paint_.Bold(receipt::ApiWord(item.kind())) << '\n' << kIndent;
  Indented(body);
  growing_ = item.id();
}

void ConversationPrinter::Print(const v1::Item& item) {
  const std::string body = BodyOf(item);
  const auto before = printed_.find(item.id());
  if (before == printed_.end()) {
    PrintNew(item, body);
  } else if (before->second != body) {
    const bool grew = absl::StartsWith(body, before->second);
    if (grew && growing_ == item.id()) {
      Indented(body.substr(before->second.size()));
    } else if (grew) {
      PrintNew(item, absl::StrCat("… ", body.substr(before->second.size())));
    } else {
      PrintNew(item, body);
    }
  }
  printed_[item.id()] = body;
  out_.flush();
}

void ConversationPrinter::PrintAsks(const v1::ConversationEvent& event) {
  std::set<std::string> open;
  for (const v1::Ask& ask : event.asks()) {
    const std::string key = absl::StrCat(ask.ask_id(), " ", ask.hash());
    open.insert(key);
    if (asked_.contains(key)) continue;
    for (const std::string& line : AskLines(conversation_, ask, flags_, paint_)) Note(line);
  }
  asked_ = std::move(open);
  for (const v1::ClosedAsk& closed : event.closed_asks()) {
    if (!closed_.insert(closed.ask_id()).second) continue;
    Note(absl::StrCat("= ", TerminalSafe(closed.ask_id()), " was ", DecisionWords(closed)));
  }
}

// What is not in a whole view any more will not grow: it is forgotten, not retracted.
void ConversationPrinter::ForgetOthers(const v1::ConversationEvent& event) {
  std::map<std::string, std::string> kept;
  for (const v1::Item& item : event.items()) {
    const auto row = printed_.find(item.id());
    if (row != printed_.end()) kept.insert(*row);
  }
  printed_ = std::move(kept);
}

void ConversationPrinter::Print(const v1::ConversationEvent& event) {
  if (event.reset()) ForgetOthers(event);
  if (event.truncated() && printed_.empty()) Note(paint_.Dim("older messages were left out"));
  for (const v1::Item& item : event.items()) Print(item);
  for (const std::string& id : event.removed_items()) {
    if (printed_.erase(id) > 0) Note(paint_.Dim("an earlier message was removed"));
  }
  PrintAsks(event);
  if (!event.has_turn()) return;
  const std::string turn = receipt::ApiWord(event.turn().state());
  if (turn != turn_) {
    Note(paint_.Dim(is_away_ ? absl::StrCat("the turn was ", turn, " at the last read")
                             : absl::StrCat("the turn is ", turn)));
  }
  turn_ = turn;
}

}  // namespace collie::cli
