#include "tests/bench/floor.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "tests/bench/floor_certificates.h"
#include "tests/bench/floor_edge.h"
#include "tests/bench/floor_server.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr char kRelay[] = "floor-relay";
constexpr char kEdge[] = "floor-edge";
constexpr absl::Duration kMostForStart = absl::Seconds(30);

std::filesystem::path PortFile(const std::filesystem::path& folder) { return folder / "port"; }
std::filesystem::path ReadyFile(const std::filesystem::path& folder) { return folder / "ready"; }

// Whole or not at all: the bench looks for it.
void Tell(const std::filesystem::path& file, int number) {
  const std::filesystem::path unready = file.string() + "~";
  std::ofstream(unready) << number << std::flush;
  std::filesystem::rename(unready, file);
}

[[noreturn]] void Fail(const absl::Status& status) {
  std::fprintf(stderr, "the floor: %s\n", std::string(status.message()).c_str());
  std::_Exit(1);
}

identity::IdentityFolder ClientFolder(const std::filesystem::path& folder) {
  return {folder / "client", identity::IdentityKind::kDevice};
}
identity::IdentityFolder ServerFolder(const std::filesystem::path& folder) {
  return {folder / "server", identity::IdentityKind::kDevice};
}

// Arguments: the role, the folder, commits before, commits after.
[[noreturn]] void RunRelay(const std::filesystem::path& folder, const FloorServer::Steps& steps) {
  const auto identity = ServerFolder(folder).Read();
  if (!identity.ok()) Fail(identity.status());
  const auto commits = FloorCommits::Open(folder / "relay.db");
  if (!commits.ok()) Fail(commits.status());
  FloorServer service(**commits, steps);
  int port = 0;
  const auto server = service.Listen(*identity, &port);
  if (!server.ok()) Fail(server.status());
  Tell(PortFile(folder), port);
  while (true) pause();
}

// Arguments: the role, the folder, the address, the agents' folder, whether it reads first.
[[noreturn]] void RunEdge(const std::filesystem::path& folder, const std::string& address,
                          const std::filesystem::path& agents, bool reads_first) {
  auto identity = ClientFolder(folder).Read();
  if (!identity.ok()) Fail(identity.status());
  const auto commits = FloorCommits::Open(folder / "edge.db");
  if (!commits.ok()) Fail(commits.status());
  identity->link_address = address;
  FloorEdge edge(**commits, agents, reads_first);
  edge.Attach(*identity);
  Tell(ReadyFile(folder), 1);
  while (true) pause();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Floor>> Floor::Start(const FloorChain& chain) {
  std::unique_ptr<Floor> floor(new Floor(chain));
  COLLIE_RETURN_IF_ERROR(floor->MakeIdentities());
  const std::filesystem::path& folder = floor->folder_.path();
  COLLIE_ASSIGN_OR_RETURN(floor->relay_,
                          Child::Start("/proc/self/exe",
                                       {kRelay, folder.string(), absl::StrCat(chain.commits_before),
                                        absl::StrCat(chain.commits_after)},
                                       folder / "relay.log"));
  COLLIE_RETURN_IF_ERROR(Poll(kMostForStart, "the floor's start",
                              [&] { return std::filesystem::exists(PortFile(folder)); }));
  int port = 0;
  std::ifstream(PortFile(folder)) >> port;
  floor->client_.link_address = absl::StrCat("127.0.0.1:", port);
  return floor;
}

absl::Status Floor::StartEdge(const std::filesystem::path& agents) {
  const std::filesystem::path& folder = folder_.path();
  COLLIE_ASSIGN_OR_RETURN(edge_, Child::Start("/proc/self/exe",
                                              {kEdge, folder.string(), address(), agents.string(),
                                               chain_.reads_first ? "1" : "0"},
                                              folder / "edge.log"));
  return Poll(kMostForStart, "the floor's edge",
              [&] { return std::filesystem::exists(ReadyFile(folder)); });
}

absl::Status Floor::MakeIdentities() {
  COLLIE_ASSIGN_OR_RETURN(FloorCertificates made, MakeFloorCertificates());
  client_ = std::move(made.client);
  COLLIE_RETURN_IF_ERROR(ServerFolder(folder_.path()).Write(made.server));
  return ClientFolder(folder_.path()).Write(client_);
}

bool RunAsFloor(int argc, char** argv) {
  if (argc == 5 && std::strcmp(argv[1], kRelay) == 0) {
    RunRelay(argv[2], {std::atoi(argv[3]), std::atoi(argv[4])});
  }
  if (argc == 6 && std::strcmp(argv[1], kEdge) == 0) {
    RunEdge(argv[2], argv[3], argv[4], std::strcmp(argv[5], "1") == 0);
  }
  return false;
}

}  // namespace collie::bench
