#ifndef COLLIE_CREW_CLI_WRITE_READINESS_H_
#define COLLIE_CREW_CLI_WRITE_READINESS_H_

#include <string>

#include "absl/time/time.h"
#include "crew/cli/view/findings.h"

namespace collie::cli {

// Whether the relay whose HTTP API listens at `address` (host:port) can write receipts now, by what
// its /readyz says. Waits `most` at most for each step.
Finding WriteReadiness(const std::string& address, absl::Duration most);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_WRITE_READINESS_H_
