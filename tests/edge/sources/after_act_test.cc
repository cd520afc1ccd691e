// What is read of an agent after an act of ours.
#include <string>

#include "crew/clock/clock.h"
#include "edge/sources/sources.h"
#include "gtest/gtest.h"
#include "tests/edge/sources/mirror.h"
#include "tests/fakes/agent/scripted_agent.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

using tests::Mirror;
using tests::ScriptedAgent;

constexpr absl::Duration kMost = absl::Seconds(20);
constexpr char kSnapshot[] = "GET /session/v1/snapshot";
constexpr char kPane[] = "GET /session/v1/panes/deploy";

class AfterActTest : public ::testing::Test {
 protected:
  void Attach(config::SourceEntry entry) {
    entry.name = "deck";
    sources_.Apply({std::move(entry)});
    ASSERT_TRUE(mirror_.WaitFor(
        [](const Mirror::State& now) { return now.StateOf("deck") == v1::SOURCE_STATE_LIVE; }));
  }

  tests::TemporaryFolder folder_;
  HostView view_{clock::SystemClock()};
  Interest interest_;
  // Nothing else is read meanwhile.
  Sources sources_{clock::SystemClock(), view_, interest_, Cadence{absl::Hours(1), absl::Hours(1)}};
  Mirror mirror_{view_};
};

TEST_F(AfterActTest, TheConversationIsReadAtOnceAndOnceMoreOverASocket) {
  const std::string socket = folder_.path() / "deck.sock";
  ScriptedAgent agent(socket);
  agent.AddPane("deploy", "Deploy");
  Attach({.socket = socket});
  sources_.PollAfterAct("deck", "deploy");
  EXPECT_TRUE(agent.WaitForRequests(kPane, 2, kMost));
  // Nothing of it moves its cursor, and nobody has it open.
  for (int poll = 0; poll < 2; ++poll) {
    const int reads = agent.RequestCount(kSnapshot);
    sources_.PollNow("deck");
    ASSERT_TRUE(agent.WaitForRequests(kSnapshot, reads + 1, kMost));
  }
  EXPECT_EQ(agent.RequestCount(kPane), 2);
}

TEST_F(AfterActTest, AnAgentWhoseTagNeverChangesIsReadAllTheSame) {
  const std::string socket = folder_.path() / "deck.sock";
  ScriptedAgent agent(socket);
  agent.AddPane("deploy", "Deploy");
  agent.Change([](tests::AgentModel& model) { model.counts_changes = false; });
  Attach({.socket = socket});
  agent.Change([](tests::AgentModel& model) { model.pane("deploy").title = "Deployed"; });
  sources_.PollAfterAct("deck", "deploy");
  EXPECT_TRUE(mirror_.WaitFor([](const Mirror::State& now) {
    return now.sources.at("deck").panes.at("deploy").title() == "Deployed";
  }));
}

TEST_F(AfterActTest, OverAUrlThereIsOneRead) {
  ScriptedAgent agent(ScriptedAgent::Remote{"right"});
  agent.AddPane("deploy", "Deploy");
  Attach({.url = agent.url(), .token = "right"});
  const int before = agent.RequestCount("GET");
  sources_.PollAfterAct("deck", "deploy");
  ASSERT_TRUE(agent.WaitForRequests("GET", before + 1, kMost));
  // A second one would have come before this.
  const clock::Steady until = clock::SystemClock().Now() + 2 * SourceState::kAfterAct;
  ScriptedAgent other(folder_.path() / "other.sock");
  Sources others(clock::SystemClock(), view_, interest_,
                 Cadence{absl::Milliseconds(20), absl::Milliseconds(20)});
  others.Apply({{.name = "other", .socket = folder_.path() / "other.sock"}});
  for (int reads = 1; clock::SystemClock().Now() < until; ++reads) {
    ASSERT_TRUE(other.WaitForRequests(kSnapshot, reads, kMost));
  }
  EXPECT_EQ(agent.RequestCount("GET"), before + 1);
}

}  // namespace
}  // namespace collie::edge
