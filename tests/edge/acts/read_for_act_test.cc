#include "edge/acts/read_for_act.h"

#include "gtest/gtest.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

v1::ActRequest Answer() {
  v1::ActRequest request = SendCommand("r-1", 1).request();
  request.mutable_answer()->set_ask_id("ask-1");
  return request;
}

v1::ClosedAsk Withdrawn(const std::string& ask_id = "ask-1") {
  v1::ClosedAsk closed;
  closed.set_ask_id(ask_id);
  closed.set_outcome(v1::ASK_OUTCOME_WITHDRAWN);
  return closed;
}

TEST(ReadForActTest, TellsWhatThisEdgeSawOfAQuestionThatIsGone) {
  ScriptedAgents agents;
  agents.seen["ask-1"] = Withdrawn();
  const FreshState fresh = ReadForAct(agents, Answer(), absl::Seconds(1));
  ASSERT_EQ(fresh.closed_asks.size(), 1u);
  EXPECT_EQ(fresh.closed_asks[0].outcome(), v1::ASK_OUTCOME_WITHDRAWN);
}

TEST(ReadForActTest, WhatTheAgentTellsNowHoldsBeforeWhatWasSeen) {
  ScriptedAgents agents;
  agents.seen["ask-1"] = Withdrawn();
  agents.fresh.closed_asks.push_back(Withdrawn());
  agents.fresh.closed_asks[0].set_outcome(v1::ASK_OUTCOME_TIMED_OUT);
  const FreshState fresh = ReadForAct(agents, Answer(), absl::Seconds(1));
  ASSERT_EQ(fresh.closed_asks.size(), 1u);
  EXPECT_EQ(fresh.closed_asks[0].outcome(), v1::ASK_OUTCOME_TIMED_OUT);
}

TEST(ReadForActTest, AQuestionThatIsOpenHasNoEnd) {
  ScriptedAgents agents;
  agents.seen["ask-1"] = Withdrawn();
  agents.fresh.pane->add_asks()->set_ask_id("ask-1");
  EXPECT_TRUE(ReadForAct(agents, Answer(), absl::Seconds(1)).closed_asks.empty());
}

TEST(ReadForActTest, WhatWasSeenOfAnEarlierRunOfTheAgentIsNotTold) {
  ScriptedAgents agents;
  agents.seen["ask-1"] = Withdrawn();
  agents.fresh.source.set_epoch("e-2");
  EXPECT_TRUE(ReadForAct(agents, Answer(), absl::Seconds(1)).closed_asks.empty());
}

TEST(ReadForActTest, NoOtherActAsksForEnds) {
  ScriptedAgents agents;
  agents.seen[""] = Withdrawn("");
  const v1::ActRequest send = SendCommand("r-1", 1).request();
  EXPECT_TRUE(ReadForAct(agents, send, absl::Seconds(1)).closed_asks.empty());
}

}  // namespace
}  // namespace collie::edge
