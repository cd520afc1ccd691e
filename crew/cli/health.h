#ifndef COLLIE_CREW_CLI_HEALTH_H_
#define COLLIE_CREW_CLI_HEALTH_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "crew/cli/connection.h"

namespace collie::cli {

// Queries the standard health service of an endpoint (grpc.health.v1.Health/Check) and waits `most`
// at most. OK: it serves. UNAVAILABLE: it says that it does not serve yet. Errors: as Explain.
absl::Status CheckHealth(const Endpoint& endpoint, absl::Duration most);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_HEALTH_H_
