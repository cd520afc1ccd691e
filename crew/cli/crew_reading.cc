#include "crew/cli/crew_reading.h"

#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crew/cli/view/target.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(10);

absl::Status Check(Program& program, const Named& named,
                   const std::vector<ids::ConversationKey>& fitting) {
  Meaning meaning;
  for (const ids::ConversationKey& key : fitting) meaning.push_back(NameOf(key));
  return CheckMeaning(program, named.flags, named.endpoint, named.name, meaning, named.use);
}

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
    Program& program, v1::Dashboard::StubInterface& dashboard, const Named& named) {
  v1::WatchRequest request;
  const auto whole = WholeConversation(named.name);
  if (whole) {
    request.set_member(whole->member);
    request.set_source(whole->source);
    request.set_pane(whole->pane);
  }
  COLLIE_ASSIGN_OR_RETURN(const CrewState state,
                          ReadCrew(dashboard, named.endpoint, request, program.clock));
  if (!whole) {
    COLLIE_RETURN_IF_ERROR(Check(program, named, ConversationsOf(named.name, state.crew())));
  }
  COLLIE_ASSIGN_OR_RETURN(const ids::ConversationKey key,
                          FindConversation(named.name, state.crew()));
  return std::make_pair(key, At(state.crew().panes.at(key), program.clock.Now()));
}

absl::StatusOr<std::pair<ids::ConversationKey, v1::Source>> ResolveSource(
    Program& program, v1::Dashboard::StubInterface& dashboard, const Named& named) {
  COLLIE_ASSIGN_OR_RETURN(const CrewState state,
                          ReadCrew(dashboard, named.endpoint, v1::WatchRequest(), program.clock));
  if (!absl::StrContains(named.name, '/')) {
    COLLIE_RETURN_IF_ERROR(Check(program, named, SourcesOf(named.name, state.crew())));
  }
  COLLIE_ASSIGN_OR_RETURN(const ids::ConversationKey key, FindSource(named.name, state.crew()));
  return std::make_pair(key, state.crew().sources.at(key).value);
}

}  // namespace collie::cli
