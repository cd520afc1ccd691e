#ifndef COLLIE_CREW_RECEIPT_SENTENCE_H_
#define COLLIE_CREW_RECEIPT_SENTENCE_H_

#include <string_view>

#include "collie/v1/receipt.pb.h"

namespace collie::receipt {

// The one fixed sentence of a reason: what happened, and what to do. "" for none. Pure; any thread.
std::string_view Sentence(v1::Reason reason);

// The one fixed sentence of an outcome, for a receipt without a reason. "" for none.
std::string_view Sentence(v1::Outcome outcome);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_SENTENCE_H_
