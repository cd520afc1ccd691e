#include "edge/acts/act_gate.h"

#include "gtest/gtest.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

v1::Fence Fence(int64_t term, int64_t number) {
  v1::Fence fence;
  fence.set_term(term);
  fence.set_number(number);
  return fence;
}

v1::Reason Why(const v1::Command& command, const FreshState& fresh) {
  const auto refusal = CheckFresh(command, fresh);
  return refusal.has_value() ? refusal->reason : v1::REASON_UNSPECIFIED;
}

TEST(ActGateTest, RefusesAFenceThatIsNotAbove) {
  EXPECT_FALSE(IsFenced(Fence(1, 1), Fence(0, 0)));
  EXPECT_FALSE(IsFenced(Fence(1, 2), Fence(1, 1)));
  EXPECT_FALSE(IsFenced(Fence(2, 1), Fence(1, 9)));
  EXPECT_TRUE(IsFenced(Fence(1, 1), Fence(1, 1)));
  EXPECT_TRUE(IsFenced(Fence(1, 9), Fence(2, 1)));
}

TEST(ActGateTest, AFenceThatRoseToItsOwnDoesNotOvertakeIt) {
  EXPECT_FALSE(IsOvertaken(Fence(1, 1), Fence(1, 1)));
  EXPECT_TRUE(IsOvertaken(Fence(1, 1), Fence(1, 2)));
}

TEST(ActGateTest, TakesWhatFitsNow) {
  EXPECT_EQ(Why(SendCommand("r-1", 1), ScriptedAgents().fresh), v1::REASON_UNSPECIFIED);
}

TEST(ActGateTest, RefusesAnotherRunOfTheAgent) {
  ScriptedAgents agents;
  agents.fresh.source.set_epoch("e-2");
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_TURN_MOVED);
}

TEST(ActGateTest, AReadThatFailedNowIsUnreachableNotThePast) {
  ScriptedAgents agents;
  agents.fresh.source.set_state(v1::SOURCE_STATE_STALE);
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_SOURCE_UNREACHABLE);
  agents.fresh.source.set_state(v1::SOURCE_STATE_STARTING);
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_STARTING);
  agents.fresh.source.set_state(v1::SOURCE_STATE_LIVE);
  agents.fresh.asks_unread = true;
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_SOURCE_UNREACHABLE);
}

TEST(ActGateTest, NamesWhatMovedBetweenTheReadAndTheAct) {
  ScriptedAgents agents;
  agents.fresh.pane->set_open_asks(1);
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_QUESTION_OPEN);
  agents.fresh.pane->mutable_turn()->set_id("t-2");
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_TURN_MOVED);
  agents.fresh.pane.reset();
  EXPECT_EQ(Why(SendCommand("r-1", 1), agents.fresh), v1::REASON_NO_SUCH_CONVERSATION);
}

v1::Command AnswerCommand(const std::string& id) {
  v1::Command command = SendCommand(id, 1);
  command.mutable_request()->mutable_answer()->set_ask_id("ask-1");
  return command;
}

TEST(ActGateTest, AQuestionWhoseEndTheConversationTellsIsDecided) {
  ScriptedAgents agents;
  agents.fresh.source.mutable_capabilities()->set_asks(true);
  EXPECT_EQ(Why(AnswerCommand("r-1"), agents.fresh), v1::REASON_ASK_CLOSED);
  v1::ClosedAsk& other = agents.fresh.closed_asks.emplace_back();
  other.set_ask_id("ask-2");
  EXPECT_EQ(Why(AnswerCommand("r-1"), agents.fresh), v1::REASON_ASK_CLOSED);
  v1::ClosedAsk& closed = agents.fresh.closed_asks.emplace_back();
  closed.set_ask_id("ask-1");
  closed.set_outcome(v1::ASK_OUTCOME_TIMED_OUT);
  closed.set_request_id("r-0");
  const auto refusal = CheckFresh(AnswerCommand("r-1"), agents.fresh);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->reason, v1::REASON_DECIDED);
  EXPECT_EQ(refusal->decision->outcome(), v1::ASK_OUTCOME_TIMED_OUT);
}

TEST(ActGateTest, AQuestionThatThisVeryActEndedIsLeftToTheAgent) {
  ScriptedAgents agents;
  agents.fresh.source.mutable_capabilities()->set_asks(true);
  v1::ClosedAsk& closed = agents.fresh.closed_asks.emplace_back();
  closed.set_ask_id("ask-1");
  closed.set_request_id("r-1");
  EXPECT_EQ(Why(AnswerCommand("r-1"), agents.fresh), v1::REASON_UNSPECIFIED);
}

TEST(ActGateTest, OnlyAStopIsNotKeptWaitingForARead) {
  EXPECT_FALSE(NeedsFreshRead(StopCommand("r-1", 1).request()));
  EXPECT_TRUE(NeedsFreshRead(SendCommand("r-1", 1).request()));
  EXPECT_FALSE(NeedsAsks(SendCommand("r-1", 1).request()));
  v1::ActRequest answer;
  answer.mutable_answer();
  EXPECT_TRUE(NeedsAsks(answer));
}

}  // namespace
}  // namespace collie::edge
