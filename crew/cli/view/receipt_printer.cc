#include "crew/cli/view/receipt_printer.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "crew/ids/ids.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using receipt::Word;

std::string Where(const v1::Conversation& conversation) {
  std::string where = absl::StrCat(conversation.member(), "/", conversation.source());
  if (!conversation.pane().empty()) absl::StrAppend(&where, "/", conversation.pane());
  return text::TerminalSafe(where);
}

std::string OutcomeWords(const v1::Receipt& receipt) {
  return absl::StrCat(Word(receipt.outcome()),
                      receipt.queued() ? " (queued until the turn ends)" : "");
}

// The narrowest sentence there is.
std::string Why(const v1::Receipt& receipt) {
  std::string why = text::TerminalSafe(receipt.detail());
  if (why.empty()) why = receipt::Sentence(receipt.reason());
  if (why.empty()) why = receipt::Sentence(receipt.outcome());
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

std::string AnswerWords(const v1::Answer& answer) {
  switch (answer.shape_case()) {
    case v1::Answer::kPicked:
      return absl::StrJoin(answer.picked().option_ids(), ", ");
    case v1::Answer::kText:
      return answer.text();
    case v1::Answer::kForm:
      return "a form";
    case v1::Answer::SHAPE_NOT_SET:
      break;
  }
  return "";
}

}  // namespace

std::string DecisionWords(const v1::ClosedAsk& closed) {
  std::string words = Word(closed.outcome());
  std::replace(words.begin(), words.end(), '-', ' ');
  if (!closed.decided_by().empty() && closed.outcome() == v1::ASK_OUTCOME_ANSWERED) {
    absl::StrAppend(&words, " by ", closed.decided_by());
  }
  const std::string answer = AnswerWords(closed.answer());
  if (!answer.empty()) absl::StrAppend(&words, ": ", answer);
  return text::TerminalSafe(words);
}

std::string ReceiptSentence(const v1::Receipt& receipt) {
  return absl::StrCat(Word(receipt.act()), receipt.act() == v1::ACT_KIND_START ? " at " : " to ",
                      Where(receipt.conversation()), ": ", OutcomeWords(receipt), ". ",
                      Why(receipt), " (request ", text::TerminalSafe(receipt.request_id()), ")");
}

std::string ReceiptRow(const v1::Receipt& receipt, absl::TimeZone zone) {
  const auto at = absl::FromUnixMillis(
      google::protobuf::util::TimeUtil::TimestampToMilliseconds(receipt.accepted_at()));
  std::string row =
      absl::StrFormat("%s  %-13s  %-6s  %s  %s", absl::FormatTime("%Y-%m-%d %H:%M:%S", at, zone),
                      Word(receipt.outcome()), Word(receipt.act()), Where(receipt.conversation()),
                      text::TerminalSafe(receipt.request_id()));
  if (receipt.outcome() != v1::OUTCOME_SENT) absl::StrAppend(&row, "  ", Why(receipt));
  return row;
}

}  // namespace collie::cli
