#ifndef COLLIE_CREW_CLI_VIEW_REPEAT_H_
#define COLLIE_CREW_CLI_VIEW_REPEAT_H_

#include <string>

#include "collie/v1/receipt.pb.h"

// Commands that do an act, or try it again under its own request id. Pure.
namespace collie::cli {

// A command, fit for the terminal and for a shell.
struct Repeat {
  std::string
      command;  // `collie send deck/hello/deploy --text hi --turn t-1 --request-id r --again`
  bool is_whole = true;  // it can be pasted; else a … or the text at `-` must be filled in
};

// Says the same as `request`. A text that cannot be shown in one line is left out.
Repeat RepeatOf(const v1::ActRequest& request);

// The command that answers this question so for the first time: it names the question and how its
// hash begins, so that it answers no other one.
Repeat AnswerCommand(const v1::Conversation& conversation, const v1::AnswerAsk& answer);

// The same from the receipt alone, which has no words: they are left out.
Repeat RepeatOf(const v1::Receipt& receipt);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_REPEAT_H_
