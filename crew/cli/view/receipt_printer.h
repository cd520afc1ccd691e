#ifndef COLLIE_CREW_CLI_VIEW_RECEIPT_PRINTER_H_
#define COLLIE_CREW_CLI_VIEW_RECEIPT_PRINTER_H_

#include <string>

#include "absl/time/time.h"
#include "collie/v1/receipt.pb.h"

// Receipts for people, one line each, cleaned for the terminal. Pure.
namespace collie::cli {

// `send to deck/hello/deploy: refused. The turn moved on … (request r-1)`
std::string ReceiptSentence(const v1::Receipt& receipt);

// A row of a list: when, outcome, act, conversation, request id, what was said, and why.
// What will never run is listed as `dropped`.
std::string ReceiptRow(const v1::Receipt& receipt, absl::TimeZone zone);

// `sent`, `sent (queued until the turn ends)`, `sent (dropped: it will not run)`.
std::string OutcomeWords(const v1::Receipt& receipt);

// Why the outcome is what it is, and what to do: the narrowest sentence there is. What is
// maybe-applied always says so, and never to try again.
std::string OutcomeSentence(const v1::Receipt& receipt);

// `deck/hello/deploy`; without a pane, the source.
std::string ConversationName(const v1::Conversation& conversation);

// A decision about a question: `answered by phone: yes`.
std::string DecisionWords(const v1::ClosedAsk& closed);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_RECEIPT_PRINTER_H_
