// What a member's link opens: nothing before its hello, then what its edge holds.
#include <gmock/gmock.h>

#include "relay/acts/request_check.h"
#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class ActMembersTest : public ActFlowFixture {
 protected:
  // A run of the relay to which no member has said hello.
  void StartAnew() {
    flow = std::make_unique<ActFlow>(ActFlow::Parts{store, links, crew, clock, executor},
                                     ActOptions(), nullptr);
    ASSERT_TRUE(flow->Restore().ok());
  }
  ActRecord UnderWay(const std::string& id) {
    ActRecord record;
    record.request = Send(id);
    record.payload = PayloadOf(record.request);
    record.receipt.set_request_id(id);
    record.receipt.set_outcome(v1::OUTCOME_PENDING);
    *record.receipt.mutable_conversation() = record.request.conversation();
    record.phase = ActPhase::kDispatched;
    record.attempt = 1;
    record.fence.set_term(3);
    record.fence.set_number(1);
    return record;
  }
  void OpenWith(ActRecord record) {
    store.records[record.receipt.request_id()] = record;
    flow->OnStream("deck",
                   {.store = "store-1", .term = store.term, .stream = 0, .changed = {record}});
  }
};

TEST_F(ActMembersTest, Rule27NothingIsAReceiptForAMemberBeforeItsHello) {
  StartAnew();
  Submit(Send("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  EXPECT_FALSE(replies.back().receipt.has_value());
  EXPECT_THAT(store.records, IsEmpty());
  Open("store-1");
  Submit(Send("r-1"));
  EXPECT_THAT(links.commands, SizeIs(1));
}

TEST_F(ActMembersTest, Rule27FencesAreDrawnFromTheMembersTerm) {
  flow->OnStream("deck", {.store = "store-1", .term = 41, .stream = 0, .changed = {}});
  Submit(Send("r-1"));
  ASSERT_THAT(links.commands, SizeIs(1));
  EXPECT_EQ(links.commands[0].fence().term(), 41);
}

TEST_F(ActMembersTest, ALockedMemberSaysSoBeforeItsHello) {
  StartAnew();
  crew.target.member->set_state(v1::MEMBER_STATE_LOCKED);
  Submit(Send("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_LOCKED);
  EXPECT_THAT(store.records, IsEmpty());
}

TEST_F(ActMembersTest, AKnownActIsAnsweredFromItsReceiptBeforeTheHello) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  StartAnew();
  Submit(Send("r-1"));
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(replies.back().receipt->replayed());
  Submit(Send("r-1", "Another text"));
  EXPECT_EQ(LastReason(), v1::REASON_REQUEST_ID_REUSED);
}

TEST_F(ActMembersTest, NobodyIsAskedAgainBeforeTheHello) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_UNKNOWN));
  StartAnew();
  v1::ActRequest again = Send("r-1");
  again.set_again(true);
  Submit(again);
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  EXPECT_THAT(links.commands, SizeIs(1));
}

TEST_F(ActMembersTest, CommandsNameTheRunAndCountTheDispatches) {
  Submit(Send("r-1"));
  flow->OnResult("deck", Result("r-1", v1::OUTCOME_SENT));
  Submit(Send("r-2"));
  ASSERT_THAT(links.commands, SizeIs(2));
  EXPECT_EQ(links.commands[1].relay_run(), store.run);
  EXPECT_EQ(links.commands[1].dispatch(), 2);
  EXPECT_EQ(links.commands[1].device(), "phone");
  EXPECT_EQ(links.commands[1].payload(), PayloadOf(Send("r-2")));
}

TEST_F(ActMembersTest, Rule28AnActUnderWayThatTheEdgeToldHoldsItsConversation) {
  OpenWith(UnderWay("held"));
  EXPECT_TRUE(crew.is_busy);
  ASSERT_THAT(links.settles, SizeIs(1));
  EXPECT_EQ(links.settles[0].fence().term(), 3);
  Submit(Send("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_BUSY);
  v1::ActResult result = Result("held", v1::OUTCOME_SENT);
  result.mutable_fence()->set_term(3);
  result.mutable_fence()->set_number(1);
  flow->OnResult("deck", result);
  EXPECT_FALSE(crew.is_busy);
  EXPECT_EQ(store.records["held"].receipt.outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActMembersTest, Rule28NothingIsDispatchedToAMemberThatIsResynced) {
  flow->CloseMember("deck", 0);
  Submit(Send("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_MEMBER_UNREACHABLE);
  EXPECT_THAT(links.commands, IsEmpty());
}

TEST_F(ActMembersTest, WhatAResyncSettledReleasesItsLock) {
  Submit(Send("r-1"));
  EXPECT_TRUE(crew.is_busy);
  ActRecord settled = store.records["r-1"];
  settled.phase = ActPhase::kSettled;
  settled.receipt.set_outcome(v1::OUTCOME_SENT);
  OpenWith(settled);
  EXPECT_FALSE(crew.is_busy);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_SENT);
}

TEST_F(ActMembersTest, Rule29AResultOfAnotherDispatchSettlesNothing) {
  Submit(Send("r-1"));
  v1::ActResult never = Never("r-1", v1::REASON_MEMBER_UNREACHABLE);
  never.mutable_fence()->set_term(1);
  never.mutable_fence()->set_number(1);
  flow->OnResult("deck", never);
  EXPECT_THAT(replies, IsEmpty());
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_PENDING);
  EXPECT_TRUE(crew.is_busy);
  v1::ActResult sent = Result("r-1", v1::OUTCOME_SENT);
  *sent.mutable_fence() = never.fence();
  flow->OnResult("deck", sent);
  EXPECT_EQ(store.records["r-1"].receipt.outcome(), v1::OUTCOME_SENT) << "it ran, whoever asked";
  EXPECT_EQ(store.records["r-1"].phase, ActPhase::kDispatched);
  *never.mutable_fence() = links.commands[0].fence();
  flow->OnResult("deck", never);
  EXPECT_FALSE(crew.is_busy);
}

}  // namespace
}  // namespace collie::relay
