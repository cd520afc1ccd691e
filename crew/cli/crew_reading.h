#ifndef COLLIE_CREW_CLI_CREW_READING_H_
#define COLLIE_CREW_CLI_CREW_READING_H_

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/short_names.h"
#include "crew/cli/view/crew_state.h"

namespace collie::cli {

// One read of the crew, or of the part that `request` names: a watch that ends at its in-sync
// mark. Blocks for ten seconds at most. Errors: as Explain.
absl::StatusOr<CrewState> ReadCrew(v1::Dashboard::StubInterface& dashboard,
                                   const Endpoint& endpoint, const v1::WatchRequest& request,
                                   const clock::Clock& clock);

// What a person named, at one relay, and what for.
struct Named {
  const Endpoint& endpoint;
  const CommonFlags& flags;
  const std::string& name;
  Use use = Use::kRead;
};

// One read of the conversation that a person named, whole or short. Errors: as ReadCrew,
// FindConversation and CheckMeaning.
absl::StatusOr<std::pair<ids::ConversationKey, v1::Pane>> ResolveConversation(
    Program& program, v1::Dashboard::StubInterface& dashboard, const Named& named);

// The same of a source. Errors: as ReadCrew, FindSource and CheckMeaning.
absl::StatusOr<std::pair<ids::ConversationKey, v1::Source>> ResolveSource(
    Program& program, v1::Dashboard::StubInterface& dashboard, const Named& named);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_CREW_READING_H_
