#ifndef COLLIE_CREW_CLI_VIEW_RECEIPT_STORY_H_
#define COLLIE_CREW_CLI_VIEW_RECEIPT_STORY_H_

#include <string>

#include "absl/time/time.h"
#include "collie/v1/receipt.pb.h"

namespace collie::cli {

// The story of one act for a person, a line for each fact: what it was, when it was accepted and
// for whom, what became of it and on what evidence, and what to do next where nobody can tell.
// `flags` are those that a command needs to reach the same relay (Repeated). Ends with a line end;
// cleaned for the terminal. Pure.
std::string ReceiptStory(const v1::Receipt& receipt, const std::string& flags, absl::TimeZone zone);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_RECEIPT_STORY_H_
