#ifndef COLLIE_CREW_RECEIPT_ANSWER_SENTENCE_H_
#define COLLIE_CREW_RECEIPT_ANSWER_SENTENCE_H_

#include <string>

#include "collie/v1/conversation.pb.h"

namespace collie::receipt {

// What an answer to this question must be, in one sentence that names the field and what it takes.
// REQUIRES: a kind that can be answered. Pure; any thread.
std::string AnswerSentence(const v1::Ask& ask);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_ANSWER_SENTENCE_H_
