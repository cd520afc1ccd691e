// The pollers against a scripted agent over real sockets, seen as a relay would see them.
#include <filesystem>
#include <memory>
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
using State = Mirror::State;

constexpr absl::Duration kMost = absl::Seconds(20);

class PollingTest : public ::testing::Test {
 protected:
  PollingTest() { sources_.Apply({}); }
  ~PollingTest() override { sources_.Stop(); }

  std::string path(const std::string& name) const { return folder_.path() / (name + ".sock"); }
  config::SourceEntry Entry(const std::string& name) const {
    return {.name = name, .socket = path(name)};
  }
  bool WaitForState(const std::string& source, v1::SourceState state) {
    return mirror_.WaitFor([&](const State& now) { return now.StateOf(source) == state; });
  }
  bool WaitForAsks(const std::string& pane, const std::string& ids) {
    return mirror_.WaitFor([&](const State& now) { return now.Asks("deck", pane) == ids; });
  }
  void Want(const std::string& pane) {
    v1::Interest interest;
    interest.add_sources("deck");
    v1::Conversation& conversation = *interest.add_conversations();
    conversation.set_source("deck");
    conversation.set_pane(pane);
    interest_.Set(interest);
  }

  tests::TemporaryFolder folder_;
  HostView view_{clock::SystemClock()};
  Interest interest_;
  // Fast enough for a test, with the order of things unchanged.
  Sources sources_{clock::SystemClock(), view_, interest_,
                   Cadence{absl::Milliseconds(10), absl::Milliseconds(20)}};
  Mirror mirror_{view_};
};

TEST_F(PollingTest, ShowsAnAgentWithItsQuestion) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  agent.RaiseChoice("deploy", "deploy-1", "Deploy to staging?");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForAsks("deploy", "deploy-1"));
  const Mirror::Source shown = mirror_.Now().sources.at("deck");
  EXPECT_EQ(shown.source.state(), v1::SOURCE_STATE_LIVE);
  EXPECT_EQ(shown.source.epoch(), agent.epoch());
  EXPECT_EQ(shown.source.host_name(), "hello");
  EXPECT_TRUE(shown.source.capabilities().asks());
  EXPECT_EQ(shown.panes.at("deploy").title(), "Deploy");
  EXPECT_EQ(shown.panes.at("deploy").asks(0).hash().size(), 64u);
  agent.CloseAsk("deploy", "deploy-1");
  EXPECT_TRUE(WaitForAsks("deploy", ""));
}

TEST_F(PollingTest, AnUnchangedAgentCosts304AndNoUpdate) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  const int updates = mirror_.Now().updates;
  const int reads = agent.RequestCount("GET /session/v1/snapshot");
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", reads + 5, kMost));
  EXPECT_EQ(mirror_.Now().updates, updates);
  EXPECT_EQ(agent.RequestCount("GET /session/v1/panes"), 0);
  EXPECT_EQ(agent.RequestCount("GET /session/v1/hello"), 1);
}

TEST_F(PollingTest, ChatIsReadForAConversationThatSomebodyOpened) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  agent.PutItem("deploy", {{"id", "i1"}, {"kind", "user"}, {"text", "Ship it"}});
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  Want("deploy");
  ASSERT_TRUE(mirror_.WaitFor([](const State& now) { return now.Items("deck/deploy") == "i1"; }));
  agent.PutItem("deploy", {{"id", "i2"}, {"kind", "assistant"}, {"text", "Building"}});
  agent.PutItem("deploy", {{"id", "i2"}, {"kind", "assistant"}, {"text", "Building it"}});
  agent.RemoveItem("deploy", "i1");
  ASSERT_TRUE(mirror_.WaitFor([](const State& now) {
    return now.Items("deck/deploy") == "i2" &&
           now.conversations.at("deck/deploy").items[0].text() == "Building it";
  }));
  EXPECT_EQ(mirror_.Now().conversations.at("deck/deploy").resets, 1);
}

TEST_F(PollingTest, MoreIsFollowedInOnePoll) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  Want("deploy");
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/panes/deploy", 1, kMost));
  agent.Change([](tests::AgentModel& model) {
    model.events_per_read = 2;
    for (int i = 0; i < 30; ++i) {
      model.PutItem(model.pane("deploy"),
                    {{"id", absl::StrCat("i", i)}, {"kind", "user"}, {"text", "x"}});
    }
  });
  EXPECT_TRUE(mirror_.WaitFor([](const State& now) {
    return now.conversations.contains("deck/deploy") &&
           now.conversations.at("deck/deploy").items.size() == 30;
  }));
}

TEST_F(PollingTest, AStartingAgentKeepsItsPanes) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  agent.Change([](tests::AgentModel& model) {
    model.Restart();
    model.ready = false;
  });
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_STARTING));
  EXPECT_TRUE(mirror_.Now().sources.at("deck").panes.contains("deploy"));
  agent.SetReady(true);
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  EXPECT_EQ(mirror_.Now().sources.at("deck").source.epoch(), agent.epoch());
}

TEST_F(PollingTest, ANewEpochReplacesTheViewInOneStep) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("old", "Old");
  agent.RaiseChoice("old", "q1", "?");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForAsks("old", "q1"));
  agent.Change([](tests::AgentModel& model) {
    model.Restart();
    model.RemovePane("old");
    model.AddPane("new", "New");
    model.RaiseAsk(model.pane("new"), {{"id", "q2"}, {"kind", "text"}, {"title", "Why?"}});
  });
  const std::string epoch = agent.epoch();
  ASSERT_TRUE(WaitForAsks("new", "q2"));
  const Mirror::Source shown = mirror_.Now().sources.at("deck");
  EXPECT_EQ(shown.source.epoch(), epoch);
  EXPECT_FALSE(shown.panes.contains("old"));
}

TEST_F(PollingTest, OneFailedReadIsStaleTwoAreUnreachableAndThePanesStay) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  agent.FailNext("GET /session/v1/snapshot", {.kind = Fault::Kind::kReply}, /*times=*/1);
  ASSERT_TRUE(mirror_.WaitFor([](const State& now) {
    return now.states.size() >= 2 && now.states.back() == v1::SOURCE_STATE_LIVE &&
           now.states[now.states.size() - 2] == v1::SOURCE_STATE_STALE;
  }));
  agent.FailNext("GET /session/v1/snapshot",
                 {.kind = Fault::Kind::kReply, .status = 200, .content_type = "text/html"},
                 /*times=*/1000000);
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_UNREACHABLE));
  EXPECT_EQ(mirror_.Now().sources.at("deck").source.reason(), "bad-reply");
  EXPECT_TRUE(mirror_.Now().sources.at("deck").panes.contains("deploy"));
  agent.ClearFaults();
  EXPECT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
}

TEST_F(PollingTest, AnAgentThatIsGoneAndComesBack) {
  auto agent = std::make_unique<ScriptedAgent>(path("deck"));
  agent->AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  agent.reset();
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_UNREACHABLE));
  EXPECT_EQ(mirror_.Now().sources.at("deck").source.reason(), "not-connected");
  agent = std::make_unique<ScriptedAgent>(path("deck"));
  agent->AddPane("deploy", "Deploy");
  EXPECT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
}

TEST_F(PollingTest, ASocketThatIsNotPrivateIsUnreachableAtOnce) {
  ScriptedAgent agent(path("deck"));
  std::filesystem::permissions(path("deck"), std::filesystem::perms(0666));
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_UNREACHABLE));
  EXPECT_EQ(mirror_.Now().sources.at("deck").source.reason(), "socket-not-private");
  EXPECT_EQ(agent.RequestCount("GET"), 0);
}

TEST_F(PollingTest, ASocketThatNobodyServesYetIsUnreachableAtOnceAndReadOnceItIsServed) {
  HostView view(clock::SystemClock());
  Interest interest;
  Sources slow(clock::SystemClock(), view, interest, Cadence{absl::Hours(1), absl::Hours(1)});
  Mirror mirror(view);
  slow.Apply({Entry("deck")});
  ASSERT_TRUE(mirror.WaitFor(
      [](const State& now) { return now.StateOf("deck") == v1::SOURCE_STATE_UNREACHABLE; }));
  EXPECT_EQ(mirror.Now().sources.at("deck").source.reason(), "not-connected");
  ScriptedAgent agent(path("deck"));
  EXPECT_TRUE(mirror.WaitFor(
      [](const State& now) { return now.StateOf("deck") == v1::SOURCE_STATE_LIVE; }));
}

TEST_F(PollingTest, AMismatchedAgentIsReportedOnceAndAskedNothingElse) {
  ScriptedAgent agent(path("deck"));
  agent.Change([](tests::AgentModel& model) { model.min_version = model.max_version = 2; });
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_VERSION_MISMATCH));
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/hello", 6, kMost));
  EXPECT_EQ(agent.RequestCount("GET"), agent.RequestCount("GET /session/v1/hello"));
  agent.Change([](tests::AgentModel& model) { model.min_version = 1; });
  EXPECT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
}

TEST_F(PollingTest, ARefusedTokenIsSaid) {
  ScriptedAgent agent(ScriptedAgent::Remote{"right"});
  sources_.Apply({{.name = "edge", .url = agent.url(), .token = "wrong"}});
  ASSERT_TRUE(WaitForState("edge", v1::SOURCE_STATE_TOKEN_REFUSED));
  sources_.Apply({{.name = "edge", .url = agent.url(), .token = "right"}});
  ASSERT_TRUE(WaitForState("edge", v1::SOURCE_STATE_LIVE));
  EXPECT_TRUE(mirror_.Now().sources.at("edge").source.remote());
}

TEST_F(PollingTest, AHangingAgentHoldsUpNoOther) {
  ScriptedAgent slow(path("slow"));
  ScriptedAgent deck(path("deck"));
  slow.FailNext("GET", {.kind = Fault::Kind::kHang}, 1000000);
  deck.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("slow"), Entry("deck")});
  ASSERT_TRUE(slow.WaitForRequests("GET", 1, kMost));
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  deck.RaiseChoice("deploy", "q1", "?");
  EXPECT_TRUE(WaitForAsks("deploy", "q1"));
  // And stopping waits for no deadline.
  sources_.Stop();
}

TEST_F(PollingTest, AConversationThatHangsHoldsUpNoQuestion) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("a-hangs", "Hangs");
  agent.AddPane("b-asks", "Asks");
  agent.RaiseChoice("a-hangs", "q0", "?");
  agent.RaiseChoice("b-asks", "q1", "?");
  agent.FailNext("GET /session/v1/panes/a-hangs", {.kind = Fault::Kind::kDrop}, 1000000);
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForAsks("b-asks", "q1"));
  EXPECT_EQ(mirror_.Now().Asks("deck", "a-hangs"), "");
  EXPECT_EQ(mirror_.Now().StateOf("deck"), v1::SOURCE_STATE_LIVE);
  agent.ClearFaults();
  EXPECT_TRUE(WaitForAsks("a-hangs", "q0"));
}

TEST_F(PollingTest, AWatchThatStartsPollsAtOnce) {
  // Over a URL, so that nothing else is read within the hour.
  ScriptedAgent agent(ScriptedAgent::Remote{"right"});
  agent.AddPane("deploy", "Deploy");
  HostView view(clock::SystemClock());
  Interest interest;
  Sources slow(clock::SystemClock(), view, interest, Cadence{absl::Hours(1), absl::Hours(1)});
  slow.Apply({{.name = "deck", .url = agent.url(), .token = "right"}});
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", 1, kMost));
  v1::Interest watching;
  watching.add_sources("deck");
  interest.Set(watching);
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", 2, kMost));
  v1::Conversation& wanted = *watching.add_conversations();
  wanted.set_source("deck");
  wanted.set_pane("deploy");
  interest.Set(watching);
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/panes/deploy", 1, kMost));
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", 3, kMost));
  slow.PollNow("deck");
  EXPECT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", 4, kMost));
}

}  // namespace
}  // namespace collie::edge
