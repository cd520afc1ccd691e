#include "tests/bench/light_agent.h"

#include <gtest/gtest.h>

#include "crew/wire/hello.h"
#include "crew/wire/pane_read.h"
#include "crew/wire/snapshot.h"

// What the agent of the bench says is read by the product's own decoders: a floor that is fed by an
// agent which nobody could attach would prove nothing.
namespace collie::bench {
namespace {

AgentReply Steer(LightAgent& agent, const std::string& id) {
  return agent.Post("/session/v1/panes/pane-1/steer",
                    R"({"requestId":")" + id + R"(","epoch":"e","turn":"t","text":"go on"})");
}

TEST(LightAgentTest, SaysAHelloOfTheWire) {
  LightAgent agent("agent-0", 2);
  const auto hello = wire::DecodeHello(agent.Get("/session/v1/hello", "").body);
  ASSERT_TRUE(hello.ok()) << hello.status();
  EXPECT_TRUE(hello->ready);
  EXPECT_TRUE(hello->source.capabilities().steer());
}

TEST(LightAgentTest, AnUnchangedSnapshotIsA304) {
  LightAgent agent("agent-0", 3);
  const AgentReply first = agent.Get("/session/v1/snapshot", "");
  const auto snapshot = wire::DecodeSnapshot(first.body);
  ASSERT_TRUE(snapshot.ok()) << snapshot.status();
  EXPECT_EQ(snapshot->panes.size(), 3u);
  EXPECT_EQ(agent.Get("/session/v1/snapshot", first.etag).status, 304);
  EXPECT_EQ(Steer(agent, "r-1").status, 200);
  EXPECT_EQ(agent.Get("/session/v1/snapshot", first.etag).status, 200);
}

TEST(LightAgentTest, ASteerBecomesAUserItemThatNamesIt) {
  LightAgent agent("agent-0", 2);
  const auto before = wire::DecodePaneRead(agent.Get("/session/v1/panes/pane-1", "").body);
  ASSERT_TRUE(before.ok()) << before.status();
  Steer(agent, "r-7");
  const std::string target = "/session/v1/panes/pane-1?cursor=" + before->cursor;
  const AgentReply after = agent.Get(target, "");
  EXPECT_NE(after.body.find("\"reset\":false"), std::string::npos);
  EXPECT_NE(after.body.find("\"requestId\":\"r-7\""), std::string::npos);
  ASSERT_TRUE(wire::DecodePaneRead(after.body).ok());
}

TEST(LightAgentTest, WhatItDoesNotServeIsRefused) {
  LightAgent agent("agent-0", 2);
  EXPECT_EQ(agent.Get("/session/v1/panes/pane-9", "").status, 404);
  EXPECT_EQ(agent.Get("/", "").status, 404);
  EXPECT_EQ(agent.Post("/session/v1/panes/pane-1/close", R"({"requestId":"r"})").status, 409);
  EXPECT_EQ(agent.Post("/session/v1/panes/pane-1/steer", "no json").status, 400);
}

}  // namespace
}  // namespace collie::bench
