#ifndef COLLIE_CREW_CLI_LOOK_H_
#define COLLIE_CREW_CLI_LOOK_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/view/crew_state.h"

namespace collie::cli {

// One look at the crew, or the part of it that `request` names: a watch that ends at its in-sync
// mark. Blocks for ten seconds at most. Errors: as Explain.
absl::StatusOr<CrewState> Look(v1::Dashboard::StubInterface& dashboard, const Door& door,
                               const v1::WatchRequest& request, const clock::Clock& clock);

// One look at the conversation that a person named, whole or short. Errors: as Look and
// FindConversation.
absl::StatusOr<std::pair<ids::ConversationKey, v1::Pane>> LookAt(
    v1::Dashboard::StubInterface& dashboard, const Door& door, const std::string& target,
    const clock::Clock& clock);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_LOOK_H_
