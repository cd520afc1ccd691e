#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

class ActFlowRepliesTest : public ActFlowFixture {};

TEST_F(ActFlowRepliesTest, ASendEndsSentWithEverythingItsReceiptNames) {
  Submit(Send("r-1"));
  ASSERT_EQ(links.commands.size(), 1u);
  const v1::Command& command = links.commands[0];
  EXPECT_EQ(command.attempt(), 1);
  EXPECT_EQ(command.fence().term(), 7);
  EXPECT_EQ(command.fence().number(), 1);
  EXPECT_EQ(command.epoch(), "e-1");
  EXPECT_EQ(command.time_left_ms(), 20000);
  EXPECT_EQ(command.request().send().text(), "Ship it");
  EXPECT_TRUE(crew.is_busy);
  EXPECT_TRUE(replies.empty());

  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  ASSERT_EQ(replies.size(), 1u);
  const v1::Receipt& receipt = *replies[0].receipt;
  EXPECT_EQ(receipt.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(receipt.act(), v1::ACT_KIND_SEND);
  EXPECT_EQ(receipt.channel(), "program");
  EXPECT_EQ(receipt.device(), "phone");
  EXPECT_EQ(receipt.attempts(), 1);
  EXPECT_FALSE(receipt.replayed());
  EXPECT_FALSE(crew.is_busy);
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kSettled);
  ASSERT_EQ(crew.receipts.size(), 2u);
  EXPECT_EQ(crew.receipts[0].outcome(), v1::OUTCOME_PENDING);
  EXPECT_EQ(crew.receipts[1].outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActFlowRepliesTest, PastTheMemoryOfActsOnlyAStopIsTaken) {
  const auto at = [](v1::ActRequest request, const std::string& pane) {
    request.mutable_conversation()->set_pane(pane);
    return request;
  };
  size_t sent = 0;
  while (replies.empty() && sent < 10'000) {
    const std::string id = std::to_string(++sent);
    Submit(at(Send("r-" + id, std::string(60'000, 'x')), "pane-" + id));
  }
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_TRUE(replies[0].overloaded);
  EXPECT_FALSE(replies[0].receipt.has_value());
  EXPECT_GT(sent, 24u) << "bytes bound them, not places";
  EXPECT_FALSE(store.records.contains("r-" + std::to_string(sent)));

  Submit(at(Stop("stop-1"), "pane-free"));
  EXPECT_EQ(links.commands.back().request().request_id(), "stop-1");
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  Submit(at(Send("r-next", std::string(60'000, 'x')), "pane-next"));
  EXPECT_EQ(links.commands.back().request().request_id(), "r-next");
}

TEST_F(ActFlowRepliesTest, TheTickerIsWokenOnlyForADeadlineBeforeTheOneItKnows) {
  Submit(Send("r-1"));
  EXPECT_GT(notified, 0);
  flow->NextDeadline();
  notified = 0;
  for (int i = 0; i < 10; ++i) {
    v1::ActRequest other = Send("other-" + std::to_string(i));
    other.mutable_conversation()->set_pane("pane-" + std::to_string(i));
    Submit(std::move(other));
  }
  EXPECT_EQ(notified, 0);
  Submit(Stop("stop-1"));  // it waits for the lock for less
  EXPECT_EQ(notified, 1);
}

TEST_F(ActFlowRepliesTest, AViewerIsRefusedBeforeAnythingIsLookedUp) {
  Submit(Send("r-1"), v1::ROLE_VIEWER);
  EXPECT_EQ(LastReason(), v1::REASON_NOT_ALLOWED);
  EXPECT_FALSE(replies[0].receipt.has_value());
  EXPECT_EQ(crew.looks, 0);
  EXPECT_TRUE(store.records.empty());
}

TEST_F(ActFlowRepliesTest, WhatCannotBeReadAsAnActLeavesNothing) {
  Submit(At("r-1"));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_TRUE(replies[0].bad_request);
  EXPECT_TRUE(store.records.empty());
}

TEST_F(ActFlowRepliesTest, AnAnswerOfTheWrongShapeIsABadRequest) {
  crew.AddAsk();
  v1::ActRequest request = At("r-1");
  request.mutable_answer()->set_ask_id("ask-1");
  request.mutable_answer()->set_hash(std::string(64, 'a'));
  request.mutable_answer()->mutable_answer()->set_text("yes");
  Submit(request);
  EXPECT_TRUE(replies[0].bad_request);
  EXPECT_TRUE(store.records.empty());
}

TEST_F(ActFlowRepliesTest, TwentyClientsOfOneIdMakeOneCommandAndOneReceipt) {
  for (int i = 0; i < 20; ++i) Submit(Send("r-1"));
  EXPECT_EQ(links.commands.size(), 1u);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  ASSERT_EQ(replies.size(), 20u);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(replies[i].receipt->outcome(), v1::OUTCOME_SENT);
    EXPECT_EQ(replies[i].receipt->replayed(), i > 0);
  }
}

TEST_F(ActFlowRepliesTest, Rule25ABareRepeatIsAnsweredFromTheReceipt) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  Submit(Send("r-1"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(replies.back().receipt->replayed());
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActFlowRepliesTest, AnotherPayloadUnderAKnownIdGetsNoReceipt) {
  Submit(Send("r-1"));
  Submit(Send("r-1", "Something else"));  // under way
  EXPECT_EQ(LastReason(), v1::REASON_REQUEST_ID_REUSED);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  Submit(Send("r-1", "Something else"));  // settled
  EXPECT_EQ(LastReason(), v1::REASON_REQUEST_ID_REUSED);
  EXPECT_FALSE(replies.back().receipt.has_value());
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActFlowRepliesTest, ARetryOfAnUnknownIdIsRefused) {
  v1::ActRequest request = Send("r-1");
  request.set_again(true);
  Submit(request);
  EXPECT_EQ(LastReason(), v1::REASON_UNKNOWN_REQUEST);
  EXPECT_FALSE(replies[0].receipt.has_value());
  EXPECT_TRUE(store.records.empty());
}

TEST_F(ActFlowRepliesTest, ARetryOfAKnownIdGetsItsReceiptAndSendsNothing) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  v1::ActRequest request = Send("r-1");
  request.set_again(true);
  Submit(request);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(replies.back().receipt->replayed());
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(ActFlowRepliesTest, ACallerGetsPendingAfterItsWaitAndTheActGoesOn) {
  crew.target.source->set_remote(true);
  Submit(Send("r-1"));
  EXPECT_EQ(links.commands[0].time_left_ms(), 35000);
  Pass(absl::Seconds(24));
  EXPECT_TRUE(replies.empty());
  Pass(absl::Seconds(1));
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_PENDING);
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActFlowRepliesTest, ATapIsDispatchedAsTheAnswerItStandsFor) {
  crew.AddAsk();
  Submit(Tap("r-1"));
  ASSERT_EQ(links.commands.size(), 1u);
  const v1::ActRequest& request = links.commands[0].request();
  EXPECT_EQ(request.answer().ask_id(), "ask-1");
  EXPECT_EQ(request.answer().answer().picked().option_ids(0), "allow");
  EXPECT_EQ(request.conversation().pane(), "deploy");
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  EXPECT_EQ(replies[0].receipt->ask_hash(), std::string(64, 'a'));
  EXPECT_TRUE(crew.undecided.empty());
  crew.target.pane->clear_asks();  // its one-use id names nothing any more, and still replays
  Submit(Tap("r-1"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(replies.back().receipt->replayed());
}

TEST_F(ActFlowRepliesTest, ATapWhoseIdNamesNothingIsRefusedAskClosed) {
  Submit(Tap("r-1"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(LastReason(), v1::REASON_ASK_CLOSED);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(ActFlowRepliesTest, ATapCannotSayAlways) {
  crew.AddAsk();
  Submit(Tap("r-1", "always"));
  EXPECT_EQ(LastReason(), v1::REASON_NOT_ONE_TAP);
  EXPECT_TRUE(links.commands.empty());
  EXPECT_TRUE(crew.undecided.empty());
}

TEST_F(ActFlowRepliesTest, AnAnswerThatEndedWithoutDecidingSpendsItsOneUseId) {
  crew.AddAsk();
  Submit(Tap("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_REFUSED));
  EXPECT_EQ(crew.undecided, std::vector<std::string>{"ask-1"});
}

TEST_F(ActFlowRepliesTest, DrainingAcceptsNothingNewAndRepliesToWaitingCallers) {
  Submit(Send("r-1"));
  Submit(Stop("r-2"));
  flow->Drain();
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(store.records["r-2"].receipt.reason(), v1::REASON_DRAINING);
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kDispatched);
  Submit(Send("r-3"));
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
  EXPECT_EQ(store.records.count("r-3"), 0u);
}

TEST_F(ActFlowRepliesTest, ACallerThatStillWaitsAtTheEndIsAnswered) {
  Submit(Send("r-1"));
  flow.reset();
  EXPECT_EQ(LastReason(), v1::REASON_DRAINING);
}

}  // namespace
}  // namespace collie::relay
