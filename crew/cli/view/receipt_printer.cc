#include "crew/cli/view/receipt_printer.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "crew/cli/view/answer_words.h"
#include "crew/ids/ids.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using receipt::ApiWord;

constexpr size_t kRowCharacters = 80;

bool IsDropped(const v1::Receipt& receipt) { return receipt.effect() == v1::EFFECT_DROPPED; }

// What was said, in parentheses; an act without more to tell has none.
std::string InParentheses(const v1::Receipt& receipt) {
  const bool is_reported =
      receipt.act() == v1::ACT_KIND_ANSWER || receipt.act() == v1::ACT_KIND_STOP;
  const std::string words = is_reported ? ActWords(receipt, kRowCharacters) : "";
  return words.empty() ? "" : absl::StrCat(" (", words, ")");
}

std::string Why(const v1::Receipt& receipt) {
  std::string why = OutcomeSentence(receipt);
  if (!receipt.agent_code().empty()) {
    absl::StrAppend(&why, " (the agent's code: ", text::TerminalSafe(receipt.agent_code()), ")");
  }
  if (receipt.has_ask()) {
    absl::StrAppend(&why, " It asks now: ", text::TerminalSafe(receipt.ask().title()));
  }
  if (receipt.has_decision()) {
    absl::StrAppend(&why, " It was ", DecisionWords(receipt.decision()), ".");
  }
  return why;
}

}  // namespace

std::string OutcomeWords(const v1::Receipt& receipt) {
  const bool is_kept = receipt.queued() || receipt.effect() == v1::EFFECT_QUEUED;
  const char* effect = IsDropped(receipt) ? " (dropped: it will not run)"
                       : is_kept          ? " (queued until the turn ends)"
                                          : "";
  return absl::StrCat(ApiWord(receipt.outcome()), effect);
}

std::string ConversationName(const v1::Conversation& conversation) {
  std::string name = absl::StrCat(conversation.member(), "/", conversation.source());
  if (!conversation.pane().empty()) absl::StrAppend(&name, "/", conversation.pane());
  return text::TerminalSafe(name);
}

std::string OutcomeSentence(const v1::Receipt& receipt) {
  const std::string_view of_reason = receipt::Sentence(receipt.reason());
  std::string detail = text::TerminalSafe(receipt.detail());
  if (receipt.outcome() == v1::OUTCOME_MAYBE_APPLIED) {
    // The sentences of reasons may say "try again", which is too late here.
    const bool says_no_more = detail.empty() || receipt.detail() == of_reason ||
                              receipt.detail() == receipt::Sentence(receipt.outcome());
    const std::string narrower = says_no_more ? "" : absl::StrCat(" ", detail);
    return std::string(receipt::Sentence(receipt.outcome())) + narrower;
  }
  if (!detail.empty()) return detail;
  return std::string(of_reason.empty() ? receipt::Sentence(receipt.outcome()) : of_reason);
}

std::string DecisionWords(const v1::ClosedAsk& closed) {
  std::string words = ApiWord(closed.outcome());
  std::replace(words.begin(), words.end(), '-', ' ');
  if (!closed.decided_by().empty() && closed.outcome() == v1::ASK_OUTCOME_ANSWERED) {
    absl::StrAppend(&words, " by ", closed.decided_by());
  }
  const std::string answer = AnswerWords(closed.answer());
  if (!answer.empty()) absl::StrAppend(&words, ": ", answer);
  return text::TerminalSafe(words);
}

std::string ReceiptSentence(const v1::Receipt& receipt) {
  return absl::StrCat(ApiWord(receipt.act()), receipt.act() == v1::ACT_KIND_START ? " at " : " to ",
                      ConversationName(receipt.conversation()), InParentheses(receipt), ": ",
                      OutcomeWords(receipt), ". ", Why(receipt), " (request ",
                      text::TerminalSafe(receipt.request_id()), ")");
}

std::string ReceiptRow(const v1::Receipt& receipt, absl::TimeZone zone) {
  const auto at = absl::FromUnixMillis(
      google::protobuf::util::TimeUtil::TimestampToMilliseconds(receipt.accepted_at()));
  std::string row =
      absl::StrFormat("%s  %-13s  %-6s  %s  %s", absl::FormatTime("%Y-%m-%d %H:%M:%S", at, zone),
                      IsDropped(receipt) ? ApiWord(receipt.effect()) : ApiWord(receipt.outcome()),
                      ApiWord(receipt.act()), ConversationName(receipt.conversation()),
                      text::TerminalSafe(receipt.request_id()));
  const std::string said = ActWords(receipt, kRowCharacters);
  if (!said.empty()) absl::StrAppend(&row, "  ", said);
  if (receipt.outcome() != v1::OUTCOME_SENT || IsDropped(receipt)) {
    absl::StrAppend(&row, "  ", Why(receipt));
  }
  return row;
}

}  // namespace collie::cli
