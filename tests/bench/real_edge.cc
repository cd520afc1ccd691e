#include "tests/bench/real_edge.h"

#include <algorithm>

#include "collie/v1/edge_control.grpc.pb.h"
#include "crew/config/paths.h"
#include "crew/config/sources_file.h"
#include "crew/journal/private_folder.h"
#include "crew/local/local_channel.h"
#include "crew/status/status_macros.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr absl::Duration kMostForStart = absl::Seconds(60);

bool IsReady(const config::Paths& paths, size_t agents) {
  const auto channel = local::EdgeChannel(paths.edge_socket());
  if (!channel.ok()) return false;
  grpc::ClientContext context;
  v1::ListSourcesReply reply;
  const auto stub = v1::EdgeControl::NewStub(*channel);
  if (!stub->ListSources(&context, {}, &reply).ok() || !reply.link_up()) return false;
  const auto live = std::count_if(
      reply.sources().begin(), reply.sources().end(),
      [](const v1::Source& source) { return source.state() == v1::SOURCE_STATE_LIVE; });
  return static_cast<size_t>(live) == agents;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RealEdge>> RealEdge::Start(TestCrew& crew, const AgentHost& agents) {
  COLLIE_ASSIGN_OR_RETURN(auto members, crew.Enroll(1, "edge"));
  config::Paths paths;
  paths.state_dir = crew.folder() / "e";
  paths.config_dir = crew.folder() / "c";
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(paths.edge_dir()));
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(paths.config_dir));
  const identity::IdentityFolder folder(paths.edge_identity(), identity::IdentityKind::kMember);
  COLLIE_RETURN_IF_ERROR(folder.Write(members.front()));
  COLLIE_RETURN_IF_ERROR(config::SaveSources(paths.sources_file(), agents.Sources()));
  std::unique_ptr<RealEdge> edge(new RealEdge());
  edge->member_ = members.front().member;
  COLLIE_ASSIGN_OR_RETURN(edge->edge_, Child::Start(crew.programs() / "collie-edge",
                                                    {"--state-dir", paths.state_dir.string(),
                                                     "--config-dir", paths.config_dir.string()},
                                                    crew.folder() / "edge.log"));
  COLLIE_RETURN_IF_ERROR(Poll(kMostForStart, "the edge's start",
                              [&] { return IsReady(paths, agents.Sources().size()); }));
  return edge;
}

}  // namespace collie::bench
