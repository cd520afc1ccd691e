#include "edge/sources/sources.h"

#include <string>
#include <thread>

#include "crew/clock/clock.h"
#include "edge/sources/agents.h"
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

class SourcesTest : public ::testing::Test {
 protected:
  ~SourcesTest() override { sources_.Stop(); }

  std::string path(const std::string& name) const { return folder_.path() / (name + ".sock"); }
  ids::AgentAddress At(const std::string& name) const { return ids::AgentAddress(path(name)); }
  config::SourceEntry Entry(const std::string& name, const std::string& socket = "") const {
    return {.name = name, .socket = path(socket.empty() ? name : socket)};
  }
  bool WaitForState(const std::string& source, v1::SourceState state) {
    return mirror_.WaitFor([&](const State& now) { return now.StateOf(source) == state; });
  }

  tests::TemporaryFolder folder_;
  HostView view_{clock::SystemClock()};
  Interest interest_;
  Sources sources_{clock::SystemClock(), view_, interest_,
                   Cadence{absl::Milliseconds(10), absl::Milliseconds(20)}};
  Agents agents_{clock::SystemClock(), sources_, view_};
  Mirror mirror_{view_};
  const ids::SourceName deck_{"deck"};
  const ids::PaneId deploy_{"deploy"};
};

TEST_F(SourcesTest, EverySourceIsNamedWhenApplyReturns) {
  sources_.Apply({Entry("a"), Entry("b")});
  const auto list = view_.List();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].name(), "a");
  EXPECT_EQ(list[1].name(), "b");
  EXPECT_EQ(agents_.Address(ids::SourceName("a")), At("a"));
  EXPECT_EQ(agents_.Address(ids::SourceName("c")), std::nullopt);
}

TEST_F(SourcesTest, OnlyEntriesThatChangedAreTouched) {
  ScriptedAgent a(path("a"));
  ScriptedAgent b(path("b"));
  sources_.Apply({Entry("a"), Entry("b")});
  ASSERT_TRUE(WaitForState("a", v1::SOURCE_STATE_LIVE));
  const auto poller = sources_.Find("a");
  sources_.Apply({Entry("a")});
  EXPECT_EQ(sources_.Find("a"), poller);
  EXPECT_EQ(a.RequestCount("GET /session/v1/hello"), 1);
  EXPECT_EQ(sources_.Find("b"), nullptr);
  EXPECT_TRUE(mirror_.WaitFor([](const State& now) { return !now.sources.contains("b"); }));
}

TEST_F(SourcesTest, AnotherAddressIsAnotherSource) {
  ScriptedAgent one(path("one"));
  one.AddPane("old", "Old");
  sources_.Apply({Entry("deck", "one")});
  ASSERT_TRUE(mirror_.WaitFor([](const State& now) {
    return now.sources.contains("deck") && now.sources.at("deck").panes.contains("old");
  }));
  sources_.Apply({Entry("deck", "two")});
  EXPECT_TRUE(mirror_.WaitFor([](const State& now) {
    return now.sources.contains("deck") && now.sources.at("deck").panes.empty() &&
           !now.sources.at("deck").source.was_read();
  }));
}

TEST_F(SourcesTest, OneAgentUnderTwoNamesIsADuplicateOfTheFirstInTheFile) {
  ScriptedAgent agent(path("one"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("z", "one"), Entry("a", "one")});
  ASSERT_TRUE(WaitForState("a", v1::SOURCE_STATE_DUPLICATE_SOURCE));
  ASSERT_TRUE(WaitForState("z", v1::SOURCE_STATE_LIVE));
  EXPECT_EQ(mirror_.Now().sources.at("a").panes.size(), 1u);
  EXPECT_EQ(agents_.Read(ids::SourceName("a"), deploy_, false, kMost).source.state(),
            v1::SOURCE_STATE_DUPLICATE_SOURCE);
  EXPECT_EQ(agents_.Read(ids::SourceName("z"), deploy_, false, kMost).source.state(),
            v1::SOURCE_STATE_LIVE);
  sources_.Apply({Entry("a", "one")});
  EXPECT_TRUE(WaitForState("a", v1::SOURCE_STATE_LIVE));
}

TEST_F(SourcesTest, AFreshReadSeesWhatThePollerDidNot) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  HostView view(clock::SystemClock());
  Interest interest;
  Sources slow(clock::SystemClock(), view, interest, Cadence{absl::Hours(1), absl::Hours(1)});
  Agents agents(clock::SystemClock(), slow, view_);
  slow.Apply({Entry("deck")});
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", 1, kMost));
  agent.RaiseAsk(
      "deploy",
      {{"id", "q1"}, {"kind", "text"}, {"title", "Why?"}, {"expiresAt", 1764460800000 + 60000}});
  const FreshState state = agents.Read(deck_, deploy_, /*with_asks=*/true, kMost);
  ASSERT_EQ(state.source.state(), v1::SOURCE_STATE_LIVE) << state.source.detail();
  EXPECT_EQ(state.source.epoch(), agent.epoch());
  EXPECT_TRUE(state.source.capabilities().checks_epoch());
  ASSERT_TRUE(state.pane);
  EXPECT_FALSE(state.asks_unread);
  ASSERT_EQ(state.pane->asks_size(), 1);
  EXPECT_TRUE(state.pane->asks(0).expires());
  EXPECT_GT(state.pane->asks(0).expires_in_ms(), 30000);
  EXPECT_LE(state.pane->asks(0).expires_in_ms(), 60000);
  EXPECT_FALSE(agents.Read(deck_, ids::PaneId("unknown"), false, kMost).pane);
}

TEST_F(SourcesTest, A304CountsAsAFreshRead) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  const int hellos = agent.RequestCount("GET /session/v1/hello");
  const FreshState state = agents_.Read(deck_, deploy_, false, kMost);
  EXPECT_EQ(state.source.state(), v1::SOURCE_STATE_LIVE);
  EXPECT_EQ(state.pane->turn().id(), agent.turn("deploy"));
  EXPECT_EQ(agent.RequestCount("GET /session/v1/hello"), hellos);
}

TEST_F(SourcesTest, AFreshReadSaysHelloAgainAfterARestart) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  HostView view(clock::SystemClock());
  Interest interest;
  Sources slow(clock::SystemClock(), view, interest, Cadence{absl::Hours(1), absl::Hours(1)});
  Agents agents(clock::SystemClock(), slow, view_);
  slow.Apply({Entry("deck")});
  ASSERT_TRUE(agent.WaitForRequests("GET /session/v1/snapshot", 1, kMost));
  agent.Change([](tests::AgentModel& model) {
    model.Restart();
    model.caps["steer"] = false;
  });
  const FreshState state = agents.Read(deck_, deploy_, false, kMost);
  EXPECT_EQ(state.source.epoch(), agent.epoch());
  EXPECT_FALSE(state.source.capabilities().steer());
}

TEST_F(SourcesTest, AFreshReadSaysWhyItIsNotLive) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck"), Entry("gone")});
  agent.SetReady(false);
  EXPECT_EQ(agents_.Read(deck_, deploy_, false, kMost).source.state(), v1::SOURCE_STATE_STARTING);
  agent.SetReady(true);
  agent.Change([](tests::AgentModel& model) { model.min_version = model.max_version = 2; });
  EXPECT_EQ(agents_.Read(deck_, deploy_, false, kMost).source.state(),
            v1::SOURCE_STATE_VERSION_MISMATCH);
  EXPECT_EQ(agents_.Read(ids::SourceName("gone"), deploy_, false, kMost).source.state(),
            v1::SOURCE_STATE_UNREACHABLE);
  EXPECT_EQ(agents_.Read(ids::SourceName("never"), deploy_, false, kMost).source.state(),
            v1::SOURCE_STATE_UNREACHABLE);
}

TEST_F(SourcesTest, AsksThatCannotBeReadAreSaidToBeUnread) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  agent.FailNext("GET /session/v1/panes/deploy", {.kind = Fault::Kind::kReply}, 1000000);
  const FreshState state = agents_.Read(deck_, deploy_, true, kMost);
  ASSERT_TRUE(state.pane);
  EXPECT_TRUE(state.asks_unread);
}

TEST_F(SourcesTest, AFreshReadEndsWithItsTime) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  agent.FailNext("GET /session/v1/snapshot", {.kind = Fault::Kind::kHang}, 1000000);
  const FreshState state = agents_.Read(deck_, deploy_, false, absl::Milliseconds(100));
  EXPECT_EQ(state.source.state(), v1::SOURCE_STATE_UNREACHABLE);
  EXPECT_EQ(state.source.reason(), "deadline");
}

TEST_F(SourcesTest, APostCarriesTheActOnceAndThePollFollows) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  ASSERT_TRUE(WaitForState("deck", v1::SOURCE_STATE_LIVE));
  const std::string body = nlohmann::json({{"requestId", "r-1"},
                                           {"epoch", agent.epoch()},
                                           {"turn", agent.turn("deploy")},
                                           {"text", "Ship it"}})
                               .dump();
  const std::string turn = agent.turn("deploy");
  PostReply reply = agents_.Post(deck_, At("deck"), "/session/v1/panes/deploy/send", body, kMost);
  EXPECT_EQ(reply.kind, PostReply::Kind::kReplied);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.content_type, "application/json");
  EXPECT_EQ(agent.posts().size(), 1u);
  EXPECT_EQ(agent.posts()[0].body, body);
  EXPECT_TRUE(mirror_.WaitFor([&](const State& now) {
    return now.sources.at("deck").panes.at("deploy").turn().id() != turn;
  }));
}

TEST_F(SourcesTest, WhatAPostProvesIsDistinguished) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck"), Entry("gone")});
  const std::string send = "/session/v1/panes/deploy/send";
  EXPECT_EQ(agents_.Post(ids::SourceName("gone"), At("gone"), send, "{}", kMost).kind,
            PostReply::Kind::kNeverLeft);
  EXPECT_EQ(agents_.Post(ids::SourceName("never"), At("never"), send, "{}", kMost).kind,
            PostReply::Kind::kNeverLeft);
  agent.FailNext("POST", {.kind = Fault::Kind::kDropAfter});
  EXPECT_EQ(agents_.Post(deck_, At("deck"), send, "{}", kMost).kind, PostReply::Kind::kNothing);
  EXPECT_EQ(agent.posts().size(), 1u);
  agent.FailNext("POST", {.kind = Fault::Kind::kHangAfter});
  EXPECT_EQ(agents_.Post(deck_, At("deck"), send, "{}", absl::Milliseconds(100)).kind,
            PostReply::Kind::kNothing);
  agent.FailNext("POST", {.kind = Fault::Kind::kReply, .status = 503});
  const PostReply reply = agents_.Post(deck_, At("deck"), send, "{}", kMost);
  EXPECT_EQ(reply.kind, PostReply::Kind::kReplied);
  EXPECT_EQ(reply.status, 503);
}

TEST_F(SourcesTest, NothingIsPostedToAnotherAddressThanTheActWasBegunFor) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  const std::string send = "/session/v1/panes/deploy/send";
  EXPECT_EQ(agents_.Post(deck_, At("other"), send, "{}", kMost).kind, PostReply::Kind::kNeverLeft);
  EXPECT_EQ(agents_.Visit(deck_, At("other")), nullptr);
  EXPECT_EQ(agents_.Visit(ids::SourceName("gone"), At("deck")), nullptr);
  EXPECT_TRUE(agent.posts().empty());
}

TEST_F(SourcesTest, Rule2AVisitPostsOverTheConnectionOfItsHelloOnce) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  const auto visit = agents_.Visit(deck_, At("deck"));
  ASSERT_NE(visit, nullptr);
  const v1::Source source = visit->Hello(kMost);
  EXPECT_EQ(source.epoch(), agent.epoch());
  agent.FailNext("POST", {.kind = Fault::Kind::kDropAfter});
  const std::string body = nlohmann::json({{"requestId", "r-1"},
                                           {"epoch", agent.epoch()},
                                           {"turn", agent.turn("deploy")},
                                           {"text", "Ship it"}})
                               .dump();
  const std::string send = "/session/v1/panes/deploy/send";
  EXPECT_EQ(visit->Post(send, body, kMost).kind, PostReply::Kind::kNothing);
  EXPECT_EQ(visit->Post(send, body, kMost).kind, PostReply::Kind::kNeverLeft);
  EXPECT_EQ(agent.PostCount("r-1"), 1);
}

TEST_F(SourcesTest, AWitnessIsFoundInTheConversationAsItIsNow) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  agent.PutItem("deploy",
                {{"id", "i1"}, {"kind", "user"}, {"text", "Ship it"}, {"requestId", "r-1"}});
  sources_.Apply({Entry("deck")});
  EXPECT_EQ(agents_.FindWitness(deck_, deploy_, ids::RequestId("r-1"), kMost),
            v1::EVIDENCE_USER_ITEM);
  EXPECT_EQ(agents_.FindWitness(deck_, deploy_, ids::RequestId("r-2"), kMost),
            v1::EVIDENCE_UNSPECIFIED);
  EXPECT_EQ(agents_.FindWitness(deck_, ids::PaneId("unknown"), ids::RequestId("r-1"), kMost),
            v1::EVIDENCE_UNSPECIFIED);
  EXPECT_EQ(agents_.FindWitness(ids::SourceName("gone"), deploy_, ids::RequestId("r-1"), kMost),
            v1::EVIDENCE_UNSPECIFIED);
}

TEST_F(SourcesTest, HistoryIsReadFromTheAgentPageByPage) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  for (const char* id : {"i1", "i2", "i3"}) {
    agent.PutItem("deploy", {{"id", id}, {"kind", "user"}, {"text", "x"}});
  }
  sources_.Apply({Entry("deck")});
  v1::HistoryRead read;
  read.set_source("deck");
  read.set_pane("deploy");
  read.set_limit(2);
  v1::HistoryPage page = agents_.ReadHistory(read);
  ASSERT_EQ(page.items_size(), 2);
  EXPECT_EQ(page.items(0).id(), "i2");
  ASSERT_NE(page.before(), "");
  read.set_before(page.before());
  page = agents_.ReadHistory(read);
  ASSERT_EQ(page.items_size(), 1);
  EXPECT_EQ(page.before(), "");
  read.set_pane("unknown");
  EXPECT_EQ(agents_.ReadHistory(read).reason(), v1::REASON_NO_SUCH_CONVERSATION);
  read.set_source("gone");
  EXPECT_EQ(agents_.ReadHistory(read).reason(), v1::REASON_NO_SUCH_CONVERSATION);
  agent.SetReady(false);
  read.set_source("deck");
  EXPECT_EQ(agents_.ReadHistory(read).reason(), v1::REASON_STARTING);
}

TEST_F(SourcesTest, CancelEndsReadsUnderWay) {
  ScriptedAgent agent(path("deck"));
  agent.AddPane("deploy", "Deploy");
  sources_.Apply({Entry("deck")});
  agent.FailNext("GET /session/v1/panes/deploy/history", {.kind = Fault::Kind::kHang});
  v1::HistoryRead read;
  read.set_source("deck");
  read.set_pane("deploy");
  std::thread canceller([&] {
    agent.WaitForRequests("GET /session/v1/panes/deploy/history", 1, kMost);
    agents_.CancelReads();
  });
  EXPECT_EQ(agents_.ReadHistory(read).reason(), v1::REASON_DRAINING);
  canceller.join();
  EXPECT_EQ(agents_.ReadHistory(read).reason(), v1::REASON_DRAINING);
}

}  // namespace
}  // namespace collie::edge
