#ifndef COLLIE_CREW_CLI_EDGE_CONTROL_H_
#define COLLIE_CREW_CLI_EDGE_CONTROL_H_

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/edge_control.pb.h"
#include "crew/cli/connection.h"

namespace collie::cli {

// Asks this machine's edge for its sources and its link; waits `most` at most. Errors: as Explain.
absl::StatusOr<v1::ListSourcesReply> ListSources(const Endpoint& edge, absl::Duration most);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_EDGE_CONTROL_H_
