// Whatever an agent answers, on whatever route: it is read at the cadence, and why it is not shown
// is said.
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/clock/clock.h"
#include "edge/sources/sources.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/edge/sources/mirror.h"
#include "tests/fakes/agent/scripted_agent.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

using tests::Mirror;
using tests::ScriptedAgent;
using Fault = ScriptedAgent::Fault;

constexpr absl::Duration kMost = absl::Seconds(20);
constexpr absl::Duration kCadence = absl::Milliseconds(20);
constexpr int kReads = 80;
// A hello, a snapshot and a conversation in each poll, and at the start another round of them.
constexpr int kPerPoll = 3;
constexpr int kAtFirst = 6;

struct Reply {
  std::string name;
  std::string route;
  Fault fault;
  std::string reason;  // of the source
};

void PrintTo(const Reply& reply, std::ostream* out) { *out << reply.name; }

std::vector<Reply> Replies() {
  const std::string hello = "GET /session/v1/hello";
  const std::string snapshot = "GET /session/v1/snapshot";
  const std::string pane = "GET /session/v1/panes/deploy";
  const Fault nothing = {.kind = Fault::Kind::kDrop};
  const Fault no_json = {.status = 200, .body = "hello", .content_type = "text/html"};
  const Fault unauthorized = {.status = 401, .body = R"({"code":"unauthorized"})"};
  const Fault gone = {.status = 404, .body = R"({"code":"no-such-pane"})"};
  const Fault other_version = {.status = 409, .body = R"({"code":"incompatible"})"};
  const Fault internal = {.status = 500};
  const Fault starting = {.status = 503, .body = R"({"code":"starting"})"};
  const Fault not_modified = {.status = 304, .body = ""};
  const Fault other_snapshot = {.status = 200,
                                .body = R"({"epoch":"e-other","rev":1,"now":1,"workspaces":[]})"};
  const Fault other_pane = {
      .status = 200,
      .body = R"({"epoch":"e-other","cursor":"c","reset":true,"more":false,"events":[]})"};
  const Fault same_pane = {
      .status = 200,
      .body = R"({"epoch":"e-other","cursor":"c","reset":false,"more":true,"events":[]})"};
  return {
      {"HelloNothing", hello, nothing, "connection-lost"},
      {"HelloNoJson", hello, no_json, "bad-reply"},
      {"HelloUnauthorized", hello, unauthorized, "token-refused"},
      {"HelloOtherVersion", hello, other_version, "version-mismatch"},
      {"HelloInternal", hello, internal, "bad-reply"},
      {"HelloStarting", hello, starting, "starting"},
      {"SnapshotNothing", snapshot, nothing, "connection-lost"},
      {"SnapshotNoJson", snapshot, no_json, "bad-reply"},
      {"SnapshotUnauthorized", snapshot, unauthorized, "token-refused"},
      {"SnapshotOtherVersion", snapshot, other_version, "version-mismatch"},
      {"SnapshotInternal", snapshot, internal, "bad-reply"},
      {"SnapshotStarting", snapshot, starting, "starting"},
      {"SnapshotNotModified", snapshot, not_modified, "bad-reply"},
      {"SnapshotOtherEpoch", snapshot, other_snapshot, "bad-reply"},
      {"PaneNothing", pane, nothing, ""},
      {"PaneNoJson", pane, no_json, ""},
      {"PaneUnauthorized", pane, unauthorized, ""},
      {"PaneGone", pane, gone, ""},
      {"PaneOtherVersion", pane, other_version, "version-mismatch"},
      {"PaneInternal", pane, internal, ""},
      {"PaneStarting", pane, starting, ""},
      {"PaneOtherEpoch", pane, other_pane, "bad-reply"},
      {"PaneOtherEpochAndMore", pane, same_pane, "bad-reply"},
  };
}

class ReplyCadenceTest : public ::testing::TestWithParam<Reply> {};

TEST_P(ReplyCadenceTest, IsHeldAndTheReasonIsShown) {
  const tests::TemporaryFolder folder;
  const std::string socket = folder.path() / "deck.sock";
  ScriptedAgent agent(socket);
  agent.AddPane("deploy", "Deploy");
  agent.RaiseChoice("deploy", "q1", "?");
  agent.FailNext(GetParam().route, GetParam().fault, 1000000);
  HostView view(clock::SystemClock());
  Interest interest;
  Sources sources(clock::SystemClock(), view, interest, Cadence{kCadence, kCadence});
  Mirror mirror(view);
  const clock::Steady begun = clock::SystemClock().Now();
  sources.Apply({{.name = "deck", .socket = socket}});
  ASSERT_TRUE(agent.WaitForRequests("GET", kReads, kMost));
  EXPECT_GE(clock::SystemClock().Now() - begun, kCadence * ((kReads - kAtFirst) / kPerPoll));
  EXPECT_TRUE(mirror.WaitFor([](const Mirror::State& now) {
    return now.sources.contains("deck") &&
           now.sources.at("deck").source.reason() == GetParam().reason;
  }));
  EXPECT_EQ(mirror.Now().StateOf("deck") == v1::SOURCE_STATE_LIVE, GetParam().reason.empty());
  // Its state does not change from read to read.
  EXPECT_LE(mirror.Now().states.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(OfEachRoute, ReplyCadenceTest, ::testing::ValuesIn(Replies()),
                         [](const auto& reply) { return reply.param.name; });

}  // namespace
}  // namespace collie::edge
