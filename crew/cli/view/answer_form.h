#ifndef COLLIE_CREW_CLI_VIEW_ANSWER_FORM_H_
#define COLLIE_CREW_CLI_VIEW_ANSWER_FORM_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/receipt.pb.h"

namespace collie::cli {

// Hex digits of a hash that a command shows: enough that no other question begins so.
inline constexpr size_t kHashShown = 12;
// The fewest that are taken.
inline constexpr size_t kFewestHashDigits = 8;

// What a person said of an answer on the command line.
struct AnswerInput {
  std::string ask_id;  // empty: the only open question
  std::string hash;    // how the hash of the question that was seen begins; empty: none was seen
  std::vector<std::string> options;  // ids
  std::optional<std::string> text;
  std::vector<std::string> fields;  // id=value
  bool confirm = false;

  // Whether it says no answer at all.
  bool IsEmpty() const { return options.empty() && !text.has_value() && fields.empty(); }
};

// The open question that is meant. Errors: NOT_FOUND (none such is open), INVALID_ARGUMENT (several
// are: the sentence lists them; a hash that is too short to name one), FAILED_PRECONDITION (it is
// not the question of that hash any more).
absl::StatusOr<v1::Ask> PickAsk(const AnswerInput& input, const v1::Pane& pane);

// The answer in the shape that the question asks for, fields typed by the question's own. Errors:
// INVALID_ARGUMENT, with a sentence that says what to pass. Pure.
absl::StatusOr<v1::AnswerAsk> FillAnswer(const AnswerInput& input, const v1::Ask& ask);

// The answer to a question that is not open any more, once more: the shape follows the words, the
// hash is the first try's. Errors: FAILED_PRECONDITION (a form: its fields cannot be typed any
// more), INVALID_ARGUMENT (not one kind of words).
absl::StatusOr<v1::AnswerAsk> FillClosed(const AnswerInput& input, const std::string& hash);

// One way to answer a question from the command line.
struct AnswerWay {
  std::string option;     // the option that this is; empty: all there is to say is in the words
  std::string label;      // the option's, as the agent wrote it
  std::string arguments;  // what follows `collie answer`, fit to be pasted once a … is filled in
};

// The ways to answer: one for each option of a permission or of a choice of one, else a single one.
// Each names the question's hash, so that it cannot answer another one. None where only the agent
// itself can be answered.
std::vector<AnswerWay> WaysToAnswer(const std::string& conversation, const v1::Ask& ask);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_ANSWER_FORM_H_
