#include "crew/cli/view/exit_code.h"

namespace collie::cli {

ExitCode ExitCodeOf(const v1::Receipt& receipt) {
  switch (receipt.outcome()) {
    case v1::OUTCOME_SENT:
      return receipt.effect() == v1::EFFECT_DROPPED ? kFailed : kDone;
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
