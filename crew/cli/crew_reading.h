#ifndef COLLIE_CREW_CLI_CREW_READING_H_
#define COLLIE_CREW_CLI_CREW_READING_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/view/crew_state.h"

namespace collie::cli {

// One read of the crew, or of the part that `request` names: a watch that ends at its in-sync
// mark. Blocks for ten seconds at most. Errors: as Explain.
absl::StatusOr<CrewState> ReadCrew(v1::Dashboard::StubInterface& dashboard,
                                   const Endpoint& endpoint, const v1::WatchRequest& request,
                                   const clock::Clock& clock);

// One read of the conversation that a person named, whole or short. Errors: as ReadCrew and
// FindConversation.
absl::StatusOr<std::pair<ids::ConversationKey, v1::Pane>> ResolveConversation(
    v1::Dashboard::StubInterface& dashboard, const Endpoint& endpoint, const std::string& target,
    const clock::Clock& clock);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_CREW_READING_H_
