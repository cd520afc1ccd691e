#include "crew/cli/view/receipt_story.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "crew/cli/view/answer_words.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/cli/view/repeat.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/timestamp.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using receipt::ApiWord;

// What an outcome rests on, for a person.
std::string EvidenceWords(v1::Evidence evidence) {
  switch (evidence) {
    case v1::EVIDENCE_REPLY:
      return "the agent's reply";
    case v1::EVIDENCE_REPLAYED_REPLY:
      return "the agent's reply to the second try, from its memory of the first";
    case v1::EVIDENCE_USER_ITEM:
      return "the conversation shows the text under this request id";
    case v1::EVIDENCE_ASK_CLOSED:
      return "the question was closed by this request id";
    case v1::EVIDENCE_DECIDED:
      return "the agent names this answer as the decision";
    case v1::EVIDENCE_EDGE_RECEIPT:
      return "the edge's own receipt, reported once the link was back";
    case v1::EVIDENCE_STARTED_PANE:
      return "the agent shows the conversation that it started";
    default:
      return "";
  }
}

class Story {
 public:
  Story(const v1::Receipt& receipt, absl::TimeZone zone) : receipt_(receipt), zone_(zone) {}

  void Begin() {
    Add("act", absl::StrCat(
                   ApiWord(receipt_.act()), receipt_.act() == v1::ACT_KIND_START ? " at " : " to ",
                   ConversationName(receipt_.conversation()), ", request ", receipt_.request_id()));
    Add("question", receipt_.ask_id());
    Add("answer", SaidWords(receipt_));
    Add("turn", receipt_.turn());
    const std::string device =
        receipt_.device().empty() ? "" : absl::StrCat(", for ", receipt_.device());
    Add("accepted", absl::StrCat(At(receipt_.accepted_at()), device));
    Add("tries", Tries());
  }

  void End() {
    Add("outcome", OutcomeWords(receipt_));
    if (receipt_.has_finished_at()) Add("since", At(receipt_.finished_at()));
    Add("evidence", EvidenceWords(receipt_.evidence()));
    Add("reason", ApiWord(receipt_.reason()));
    Add("detail", OutcomeSentence(receipt_));
    Add("agent's code", receipt_.agent_code());
    if (receipt_.has_ask()) Add("asks now", receipt_.ask().title());
    if (receipt_.has_decision()) Add("decision", DecisionWords(receipt_.decision()));
    if (receipt_.has_effective_at()) {
      Add("effective", absl::StrCat(At(receipt_.effective_at()), ", in the conversation"));
    }
  }

  void Next(const std::string& flags) {
    const std::string look =
        absl::StrCat("collie watch ", ConversationName(receipt_.conversation()), flags);
    switch (receipt_.outcome()) {
      case v1::OUTCOME_PENDING:
        Add("next", "wait: its receipt will say how it ended");
        return AddGiveUp(flags);
      case v1::OUTCOME_UNKNOWN:
        Add("next", absl::StrCat("look at the conversation: ", look));
        AddRepeat(flags);
        if (receipt_.reason() != v1::REASON_GIVEN_UP) AddGiveUp(flags);
        return;
      case v1::OUTCOME_MAYBE_APPLIED:
        return Add("next", absl::StrCat("look at the conversation, then decide: ", look));
      default:
        return;
    }
  }

  std::string TakeText() && { return std::move(text_); }

 private:
  void Add(const std::string& name, const std::string& value) {
    if (value.empty()) return;
    absl::StrAppend(&text_, absl::StrFormat("%-13s ", name), text::TerminalSafe(value), "\n");
  }
  void AddRepeat(const std::string& flags) {
    const Repeat repeat = RepeatOf(receipt_);
    Add("or", absl::StrCat("try again", repeat.is_whole ? ": " : ", in the same words as before: ",
                           repeat.command, flags));
  }
  void AddGiveUp(const std::string& flags) {
    // Only its lead gives an act up: the flags that reach a remote one are of no use there.
    const bool is_remote = absl::StrContains(flags, "--relay");
    Add("or", absl::StrCat("if its conversation stays busy, give it up",
                           is_remote ? " at the lead" : "", ": collie give-up ",
                           ShellWord(receipt_.request_id()), is_remote ? "" : flags));
  }
  std::string At(const google::protobuf::Timestamp& time) const {
    return absl::FormatTime("%Y-%m-%d %H:%M:%S %Z", receipt::ToTime(time), zone_);
  }
  std::string Tries() const {
    const int tries = receipt_.attempts();
    if (tries > 1) return absl::StrCat(tries, ", the later because somebody tried again");
    if (tries == 1) return "1";
    return receipt_.outcome() == v1::OUTCOME_REFUSED ? "none: nothing was sent to the agent"
                                                     : "none is known of";
  }

  const v1::Receipt& receipt_;
  const absl::TimeZone zone_;
  std::string text_;
};

}  // namespace

std::string ReceiptStory(const v1::Receipt& receipt, const std::string& flags,
                         absl::TimeZone zone) {
  Story story(receipt, zone);
  story.Begin();
  story.End();
  story.Next(flags);
  return std::move(story).TakeText();
}

}  // namespace collie::cli
