#ifndef COLLIE_TESTS_EDGE_ACTS_SECOND_ATTEMPT_FIXTURE_H_
#define COLLIE_TESTS_EDGE_ACTS_SECOND_ATTEMPT_FIXTURE_H_

#include <string>
#include <utility>

#include "edge/acts/second_attempt.h"
#include "gtest/gtest.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"
#include "tests/support/simulated_clock.h"

namespace collie::edge {

// An act `r-1` whose first attempt is settled as unknown, and a person who asks again.
class SecondAttemptFixture : public testing::Test {
 protected:
  // The first attempt, POSTed at epoch e-1 with fence 1, and how it ended.
  void First(v1::Outcome outcome, const v1::Command& command = SendCommand("r-1", 1)) {
    AttemptRecord record;
    record.command = command;
    record.address = ids::AgentAddress("/run/hello.sock");
    record.epoch = ids::Epoch("e-1");
    ASSERT_TRUE(store.Begin(record).ok());
    if (outcome != v1::OUTCOME_PENDING) Finish(command.attempt(), outcome);
  }
  void Finish(int attempt, v1::Outcome outcome) {
    v1::ActResult result;
    result.set_request_id("r-1");
    result.set_attempt(attempt);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(outcome);
    result.set_evidence(v1::EVIDENCE_REPLY);
    result.set_posts(1);
    ASSERT_TRUE(store.Finish(result).ok());
  }

  static v1::Command AsSecond(v1::Command command) {
    command.set_attempt(2);
    command.mutable_fence()->set_number(2);
    return command;
  }
  static v1::Command Answer() {
    v1::Command command = SendCommand("r-1", 1);
    v1::AnswerAsk& answer = *command.mutable_request()->mutable_answer();
    answer.set_ask_id("ask-1");
    answer.set_hash(std::string(64, 'a'));
    answer.mutable_answer()->mutable_picked()->add_option_ids("allow");
    return command;
  }
  static v1::Command Start() {
    v1::Command command = SendCommand("r-1", 1);
    command.mutable_request()->mutable_conversation()->clear_pane();
    command.mutable_request()->mutable_start()->set_starter_id("new");
    return command;
  }
  void RaiseFence(int64_t number) {
    v1::Fence fence;
    fence.set_term(1);
    fence.set_number(number);
    ASSERT_TRUE(store.RaiseFence({"deck", "hello", "deploy"}, fence).ok());
  }
  // Time for the attempt is over once the clock passes 20 s.
  AttemptEnd Run(const v1::Command& command) {
    return SecondAttempt(store, agents, clock, command, began + absl::Seconds(20)).Run();
  }
  AttemptEnd Run() { return Run(AsSecond(SendCommand("r-1", 1))); }

  // Nothing was POSTed, and the first try is as unknown as before.
  void ExpectNever(const AttemptEnd& end, v1::Reason reason) {
    EXPECT_EQ(end.result.state(), v1::ATTEMPT_STATE_NEVER);
    EXPECT_EQ(end.result.reason(), reason) << end.result.ShortDebugString();
    EXPECT_EQ(end.result.attempt(), 2);
    EXPECT_EQ(end.result.posts(), 0);
    EXPECT_FALSE(end.is_posted);
    EXPECT_TRUE(agents.Posts().empty());
  }
  // Nothing was POSTed and nothing may be any more.
  void ExpectSpent(const AttemptEnd& end, v1::Reason reason = v1::REASON_UNSPECIFIED) {
    EXPECT_EQ(end.result.state(), v1::ATTEMPT_STATE_DONE);
    EXPECT_EQ(end.result.outcome(), v1::OUTCOME_MAYBE_APPLIED);
    EXPECT_EQ(end.result.reason(), reason) << end.result.ShortDebugString();
    EXPECT_FALSE(end.result.detail().empty());
    EXPECT_EQ(end.result.posts(), 0);
    EXPECT_FALSE(end.is_begun);
    EXPECT_FALSE(end.is_posted);
    EXPECT_TRUE(agents.Posts().empty());
    EXPECT_FALSE(store.Find("r-1", 2).ok());
  }

  tests::SimulatedClock clock;
  const clock::Steady began = clock.Now();
  FakeEdgeStore store;
  ScriptedAgents agents;
};

}  // namespace collie::edge

#endif  // COLLIE_TESTS_EDGE_ACTS_SECOND_ATTEMPT_FIXTURE_H_
