#ifndef COLLIE_CREW_CLI_SEEN_QUESTION_H_
#define COLLIE_CREW_CLI_SEEN_QUESTION_H_

#include "absl/status/status.h"
#include "crew/cli/act.h"
#include "crew/cli/view/answer_form.h"

namespace collie::cli {

// Nothing is answered unseen. A command that names the question and its hash was shown with it; any
// other shows the question here, whole, and a person at the terminal confirms the answer. Errors:
// INVALID_ARGUMENT (nobody is there to see it: the sentence is the whole command), CANCELLED (the
// person said no).
absl::Status CheckSeen(Program& program, const AnswerInput& input, const ActFlags& flags,
                       const v1::Conversation& conversation, const v1::Ask& ask,
                       const v1::AnswerAsk& answer);

// Shows the question and how to answer it, for a command that says nothing yet.
void ShowQuestion(Program& program, const ActFlags& flags, const v1::Conversation& conversation,
                  const v1::Ask& ask);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_SEEN_QUESTION_H_
