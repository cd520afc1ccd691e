#include "crew/receipt/fit.h"

#include <string>

#include "gtest/gtest.h"

namespace collie::receipt {
namespace {

class FitTest : public testing::Test {
 protected:
  FitTest() {
    source_.set_name("hello");
    source_.set_epoch("e-1");
    source_.set_state(v1::SOURCE_STATE_LIVE);
    auto& claims = *source_.mutable_capabilities();
    claims.set_asks(true);
    claims.set_starters(true);
    claims.set_send(true);
    claims.set_queue(true);
    claims.set_steer(true);
    claims.set_abort(true);
    claims.set_actions(true);
    source_.add_starters()->set_id("new");
    pane_.set_id("deploy");
    pane_.mutable_turn()->set_id("t-1");
    pane_.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
    pane_.add_actions()->set_id("compact");
  }

  void AddAsk() {
    pane_.set_open_asks(1);
    v1::Ask& ask = *pane_.add_asks();
    ask.set_ask_id("ask-1");
    ask.set_hash(hash_);
    ask.set_kind(v1::ASK_KIND_PERMISSION);
    ask.add_options()->set_id("allow");
    v1::AskOption& always = *ask.add_options();
    always.set_id("always");
    always.set_always(true);
  }

  static v1::ActRequest Send(const std::string& turn) {
    v1::ActRequest request;
    request.mutable_send()->set_turn(turn);
    request.mutable_send()->set_text("Ship it");
    return request;
  }

  v1::ActRequest Answer(const std::string& option) const {
    v1::ActRequest request;
    request.mutable_answer()->set_ask_id("ask-1");
    request.mutable_answer()->set_hash(hash_);
    request.mutable_answer()->mutable_answer()->mutable_picked()->add_option_ids(option);
    return request;
  }

  v1::Reason Why(const v1::ActRequest& request) const {
    const auto refusal = FailedPrecondition(request, source_, &pane_);
    if (!refusal.has_value()) return v1::REASON_UNSPECIFIED;
    EXPECT_FALSE(refusal->detail.empty());
    return refusal->reason;
  }

  const std::string hash_ = std::string(64, 'a');
  v1::Source source_;
  v1::Pane pane_;
};

TEST_F(FitTest, ASendFitsTheTurnThatThePersonSaw) {
  EXPECT_EQ(Why(Send("t-1")), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(Why(Send("t-0")), v1::REASON_TURN_MOVED);
}

TEST_F(FitTest, ASendIsHeldBackByAnyOpenAskAlsoOneNobodyCanRead) {
  pane_.set_open_asks(1);
  EXPECT_EQ(Why(Send("t-1")), v1::REASON_QUESTION_OPEN);
  EXPECT_EQ(Why(Send("t-0")), v1::REASON_TURN_MOVED);
}

TEST_F(FitTest, ASendIntoAWorkingTurnNeedsAQueue) {
  pane_.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  EXPECT_EQ(Why(Send("t-1")), v1::REASON_UNSPECIFIED);
  source_.mutable_capabilities()->set_queue(false);
  EXPECT_EQ(Why(Send("t-1")), v1::REASON_UNSUPPORTED);
}

TEST_F(FitTest, SteerAndStopPassAnOpenAskAndNeedTheirTurnAtWork) {
  AddAsk();
  v1::ActRequest steer;
  steer.mutable_steer()->set_turn("t-1");
  v1::ActRequest stop;
  stop.mutable_stop()->set_turn("t-1");
  EXPECT_EQ(Why(steer), v1::REASON_TURN_MOVED);
  EXPECT_EQ(Why(stop), v1::REASON_TURN_MOVED);
  pane_.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  EXPECT_EQ(Why(steer), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(Why(stop), v1::REASON_UNSPECIFIED);
}

TEST_F(FitTest, AStopWithoutTurnStopsWhateverRuns) {
  v1::ActRequest stop;
  stop.mutable_stop();
  EXPECT_EQ(Why(stop), v1::REASON_UNSPECIFIED);
}

TEST_F(FitTest, AnAnswerFitsTheVeryAskThatThePersonSaw) {
  EXPECT_EQ(Why(Answer("allow")), v1::REASON_ASK_CLOSED);
  AddAsk();
  EXPECT_EQ(Why(Answer("allow")), v1::REASON_UNSPECIFIED);
  pane_.mutable_asks(0)->set_hash(std::string(64, 'b'));
  const auto refusal = FailedPrecondition(Answer("allow"), source_, &pane_);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->reason, v1::REASON_ASK_CHANGED);
  EXPECT_EQ(refusal->ask->hash(), std::string(64, 'b'));
}

TEST_F(FitTest, TwoAsksWithIdenticalTextNeverStandInForEachOther) {
  AddAsk();
  pane_.mutable_asks(0)->set_ask_id("ask-2");
  EXPECT_EQ(Why(Answer("allow")), v1::REASON_ASK_CLOSED);
}

TEST_F(FitTest, AnAlwaysOptionNeedsItsSecondTap) {
  AddAsk();
  v1::ActRequest always = Answer("always");
  EXPECT_EQ(Why(always), v1::REASON_CONFIRM_NEEDED);
  always.mutable_answer()->set_confirmed(true);
  EXPECT_EQ(Why(always), v1::REASON_UNSPECIFIED);
}

TEST_F(FitTest, AnAskOfUnknownKindIsAnsweredNowhere) {
  AddAsk();
  pane_.mutable_asks(0)->set_kind(v1::ASK_KIND_OTHER);
  EXPECT_EQ(Why(Answer("allow")), v1::REASON_UNSUPPORTED);
}

TEST_F(FitTest, WhatTheAgentDoesNotClaimIsUnsupported) {
  source_.mutable_capabilities()->set_send(false);
  EXPECT_EQ(Why(Send("t-1")), v1::REASON_UNSUPPORTED);
  v1::ActRequest close;
  close.mutable_close();
  EXPECT_EQ(Why(close), v1::REASON_UNSUPPORTED);
  v1::ActRequest action;
  action.mutable_action()->set_action_id("compact");
  EXPECT_EQ(Why(action), v1::REASON_UNSPECIFIED);
  action.mutable_action()->set_action_id("other");
  EXPECT_EQ(Why(action), v1::REASON_UNSUPPORTED);
}

TEST_F(FitTest, AStartNeedsItsStarterAndNoPane) {
  v1::ActRequest start;
  start.mutable_start()->set_starter_id("new");
  EXPECT_FALSE(FailedPrecondition(start, source_, nullptr).has_value());
  start.mutable_start()->set_starter_id("other");
  EXPECT_EQ(FailedPrecondition(start, source_, nullptr)->reason, v1::REASON_UNSUPPORTED);
  EXPECT_EQ(FailedPrecondition(Send("t-1"), source_, nullptr)->reason,
            v1::REASON_NO_SUCH_CONVERSATION);
}

TEST_F(FitTest, EveryStateOfASourceHasItsReason) {
  const std::pair<v1::SourceState, v1::Reason> states[] = {
      {v1::SOURCE_STATE_LIVE, v1::REASON_UNSPECIFIED},
      {v1::SOURCE_STATE_STALE, v1::REASON_UNSPECIFIED},
      {v1::SOURCE_STATE_STARTING, v1::REASON_STARTING},
      {v1::SOURCE_STATE_UNREACHABLE, v1::REASON_SOURCE_UNREACHABLE},
      {v1::SOURCE_STATE_TOKEN_REFUSED, v1::REASON_TOKEN_REFUSED},
      {v1::SOURCE_STATE_VERSION_MISMATCH, v1::REASON_VERSION_MISMATCH},
      {v1::SOURCE_STATE_DUPLICATE_SOURCE, v1::REASON_DUPLICATE_SOURCE},
      {v1::SOURCE_STATE_UNSPECIFIED, v1::REASON_SOURCE_UNREACHABLE},
  };
  for (const auto& [state, reason] : states) {
    source_.set_state(state);
    EXPECT_EQ(Why(Send("t-1")), reason) << state;
  }
}

}  // namespace
}  // namespace collie::receipt
