#include "crew/cli/crew_reading.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "crew/cli/view/target.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(10);

}  // namespace

absl::StatusOr<CrewState> ReadCrew(v1::Dashboard::StubInterface& dashboard,
                                   const Endpoint& endpoint, const v1::WatchRequest& request,
                                   const clock::Clock& clock) {
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  const auto stream = dashboard.Watch(&context, request);
  CrewState state;
  v1::WatchEvent event;
  while (!state.in_sync() && stream->Read(&event)) state.Apply(event, clock.Now());
  context.TryCancel();
  const grpc::Status end = stream->Finish();
  if (state.in_sync()) return state;
  if (!end.ok()) return Explain(end, endpoint);
  return absl::UnavailableError(absl::StrCat(endpoint.where, " ended the watch before it began"));
}

absl::StatusOr<std::pair<ids::ConversationKey, v1::Pane>> ResolveConversation(
    v1::Dashboard::StubInterface& dashboard, const Endpoint& endpoint, const std::string& target,
    const clock::Clock& clock) {
  v1::WatchRequest request;
  if (const auto whole = WholeConversation(target)) {
    request.set_member(whole->member);
    request.set_source(whole->source);
    request.set_pane(whole->pane);
  }
  COLLIE_ASSIGN_OR_RETURN(const CrewState state, ReadCrew(dashboard, endpoint, request, clock));
  COLLIE_ASSIGN_OR_RETURN(const ids::ConversationKey key, FindConversation(target, state.crew()));
  return std::make_pair(key, At(state.crew().panes.at(key), clock.Now()));
}

}  // namespace collie::cli
