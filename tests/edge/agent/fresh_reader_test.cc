#include "edge/agent/fresh_reader.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "crew/clock/clock.h"
#include "tests/fakes/agent/scripted_agent.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

using tests::ScriptedAgent;
using Fault = ScriptedAgent::Fault;

constexpr const char* kReads[] = {"GET /session/v1/hello", "GET /session/v1/snapshot",
                                  "GET /session/v1/panes/p"};

class FreshReaderTest : public ::testing::Test {
 protected:
  FreshReaderTest() {
    agent_.AddPane("p", "P");
    agent_.RaiseChoice("p", "q", "Which?");
  }
  FreshState Read() {
    AgentReader reader(entry_);
    return FreshReader(reader, entry_, std::nullopt, clock::SystemClock())
        .Read("p", /*with_asks=*/true, absl::Seconds(10));
  }

  tests::TemporaryFolder folder_;
  const std::string path_ = folder_.path() / "app.sock";
  const config::SourceEntry entry_{.name = "hello", .socket = path_};
  ScriptedAgent agent_{path_};
};

TEST_F(FreshReaderTest, ReadsTheAgentAndItsQuestions) {
  const FreshState fresh = Read();
  EXPECT_EQ(fresh.source.state(), v1::SOURCE_STATE_LIVE);
  ASSERT_TRUE(fresh.pane);
  EXPECT_EQ(fresh.pane->asks_size(), 1);
  EXPECT_FALSE(fresh.asks_unread);
}

TEST_F(FreshReaderTest, AReadThatFailsByChanceIsMadeOnceMore) {
  for (const char* read : kReads) {
    agent_.FailNext(read, {.kind = Fault::Kind::kReply});
    const FreshState fresh = Read();
    EXPECT_EQ(fresh.source.state(), v1::SOURCE_STATE_LIVE) << read;
    EXPECT_FALSE(fresh.asks_unread) << read;
    ASSERT_TRUE(fresh.pane) << read;
    EXPECT_EQ(fresh.pane->asks_size(), 1) << read;
  }
}

TEST_F(FreshReaderTest, OneThatFailsTwiceIsAnAnswer) {
  agent_.FailNext("GET /session/v1/snapshot", {.kind = Fault::Kind::kReply}, 2);
  const FreshState fresh = Read();
  EXPECT_EQ(fresh.source.state(), v1::SOURCE_STATE_UNREACHABLE);
  EXPECT_NE(fresh.source.reason(), "");
  EXPECT_EQ(agent_.RequestCount("GET /session/v1/snapshot"), 2);
}

TEST_F(FreshReaderTest, WhatTheAgentSaysIsNotAskedTwice) {
  agent_.FailNext("GET /session/v1/snapshot",
                  {.kind = Fault::Kind::kReply, .status = 503, .body = R"({"code":"starting"})"});
  EXPECT_EQ(Read().source.state(), v1::SOURCE_STATE_STARTING);
  EXPECT_EQ(agent_.RequestCount("GET /session/v1/snapshot"), 1);
}

}  // namespace
}  // namespace collie::edge
