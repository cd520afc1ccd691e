#ifndef COLLIE_CREW_CLI_VIEW_ANSWER_WORDS_H_
#define COLLIE_CREW_CLI_VIEW_ANSWER_WORDS_H_

#include <cstddef>
#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/receipt.pb.h"

// What a person said and to what, as one line that is cleaned for the terminal. Pure.
namespace collie::cli {

// `yes, no`; the text; `a form`. "" for no answer.
std::string AnswerWords(const v1::Answer& answer);

// What the act of a receipt said, where its kind alone does not tell: `Deny (no)` by the labels
// that the relay showed. "" where there is nothing more to tell.
std::string SaidWords(const v1::Receipt& receipt);

// Which question was answered and how, or which turn was meant: `deploy-1: Deny (no)`, `turn t-12`.
// At most `max_columns`; a longer one loses its middle.
std::string ActWords(const v1::Receipt& receipt, size_t max_columns);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_ANSWER_WORDS_H_
