#include "crew/cli/view/exit_code.h"

namespace collie::cli {

ExitCode ExitCodeOf(v1::Outcome outcome) {
  switch (outcome) {
    case v1::OUTCOME_SENT:
      return kDone;
    case v1::OUTCOME_REFUSED:
      return kFailed;
    default:
      return kUnknown;
  }
}

ExitCode ExitCodeOf(const absl::Status& status) {
  if (status.ok()) return kDone;
  return absl::IsInvalidArgument(status) ? kUsage : kFailed;
}

}  // namespace collie::cli
