#include "crew/cli/seen_question.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/cli/confirm.h"
#include "crew/cli/view/ask_printer.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/repeat.h"
#include "crew/cli/view/target.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

bool IsNamedWhole(const AnswerInput& input) { return !input.ask_id.empty() && !input.hash.empty(); }

void PrintLines(Program& program, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) program.err << line << '\n';
}

// The options that were picked, by the words that the agent gave them, each whole.
std::vector<std::string> PickedLines(const v1::Ask& ask, const v1::AnswerAsk& answer) {
  std::vector<std::string> lines;
  for (const std::string& id : answer.answer().picked().option_ids()) {
    for (const v1::AskOption& option : ask.options()) {
      if (option.id() != id) continue;
      lines.push_back(absl::StrCat("  your answer: ", text::TerminalSafe(option.label()), "  (",
                                   text::TerminalSafe(id),
                                   option.always() ? ", lasts after this question)" : ")"));
    }
  }
  return lines;
}

std::string WholeCommand(const ActFlags& flags, const v1::Conversation& conversation,
                         const v1::AnswerAsk& answer) {
  const Repeat command = AnswerCommand(conversation, answer);
  const std::string id =
      flags.request_id.empty() ? "" : absl::StrCat(" --request-id ", flags.request_id);
  return absl::StrCat(command.command, id, Repeated(flags.common));
}

}  // namespace

void ShowQuestion(Program& program, const ActFlags& flags, const v1::Conversation& conversation,
                  const v1::Ask& ask) {
  PrintLines(program, AskLines(NameOf(ids::ConversationKey::From(conversation)), ask,
                               Repeated(flags.common), Paint(false)));
}

absl::Status CheckSeen(Program& program, const AnswerInput& input, const ActFlags& flags,
                       const v1::Conversation& conversation, const v1::Ask& ask,
                       const v1::AnswerAsk& answer) {
  if (IsNamedWhole(input)) return absl::OkStatus();
  PrintLines(program, QuestionLines(ask, Paint(false)));
  if (!CanConfirm(program)) {
    return absl::InvalidArgumentError(
        absl::StrCat("nothing is answered unseen; if you mean this question, run: ",
                     WholeCommand(flags, conversation, answer)));
  }
  PrintLines(program, PickedLines(ask, answer));
  const std::string where = NameOf(ids::ConversationKey::From(conversation));
  if (Confirm(program, absl::StrCat("Answer this question of ", where, "?"))) {
    return absl::OkStatus();
  }
  return absl::CancelledError("nothing was sent");
}

}  // namespace collie::cli
