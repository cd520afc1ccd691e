#ifndef COLLIE_CREW_CLI_VIEW_EXIT_CODE_H_
#define COLLIE_CREW_CLI_VIEW_EXIT_CODE_H_

#include "absl/status/status.h"
#include "collie/v1/receipt.pb.h"

namespace collie::cli {

// What `collie` exits with.
enum ExitCode : int {
  kDone = 0,
  kFailed = 1,   // the thing asked for failed or was refused
  kUsage = 2,    // the command line is wrong
  kUnknown = 3,  // not known yet: pending, unknown, maybe-applied
};

// How the act of a receipt ended. What the agent took and will never run has failed.
ExitCode ExitCodeOf(const v1::Receipt& receipt);

// INVALID_ARGUMENT is wrong usage; every other error a failure.
ExitCode ExitCodeOf(const absl::Status& status);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_EXIT_CODE_H_
