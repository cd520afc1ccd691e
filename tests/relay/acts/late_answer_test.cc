// Answers that come after their question ended: they are told how it ended, by whoever knows.
#include "relay/acts/late_answer.h"

#include <string>

#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

class LateAnswerTest : public ActFlowFixture {
 protected:
  static v1::ActRequest Answer(const std::string& id) {
    v1::ActRequest request = At(id);
    request.mutable_answer()->set_ask_id("ask-1");
    request.mutable_answer()->set_hash(std::string(64, 'a'));
    request.mutable_answer()->mutable_answer()->mutable_picked()->add_option_ids("allow");
    return request;
  }
  // The agent withdrew the question; the edge tells it, unless nobody reads the conversation.
  void Withdraw(bool is_reported, const std::string& by = "") {
    crew.target.pane->clear_asks();
    crew.target.pane->set_open_asks(0);
    if (!is_reported) return;
    v1::ConversationUpdate update;
    update.set_source("hello");
    update.set_pane("deploy");
    v1::ClosedAsk& closed = *update.add_closed_asks();
    closed.set_ask_id("ask-1");
    closed.set_outcome(v1::ASK_OUTCOME_WITHDRAWN);
    closed.set_request_id(by);
    flow->OnConversation("deck", update);
  }
  void EndTap(OneUse state) {
    AskPlace place{{"deck", "hello", "deploy"}, v1::Ask(), state};
    place.ask.set_ask_id("ask-1");
    place.ask.set_hash(std::string(64, 'a'));
    crew.ended["tap-1"] = place;
  }
  const v1::Receipt& Last() const { return *replies.back().receipt; }
};

TEST_F(LateAnswerTest, AnAnswerAtTheCardIsReportedTheDecision) {
  Withdraw(/*is_reported=*/true);
  Submit(Answer("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_DECIDED);
  EXPECT_EQ(Last().decision().outcome(), v1::ASK_OUTCOME_WITHDRAWN);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(LateAnswerTest, ATapIsReportedTheDecisionAndItsConversation) {
  Withdraw(true);
  EndTap(OneUse::kEnded);
  Submit(Tap("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_DECIDED);
  EXPECT_EQ(Last().decision().ask_id(), "ask-1");
  EXPECT_EQ(Last().conversation().pane(), "deploy");
  EXPECT_EQ(Last().ask_id(), "ask-1");
}

TEST_F(LateAnswerTest, WhereTheRelayDoesNotKnowTheEdgeIsAsked) {
  Withdraw(/*is_reported=*/false);
  EndTap(OneUse::kEnded);
  Submit(Tap("r-1"));
  ASSERT_EQ(links.commands.size(), 1u);
  v1::ActResult never = Never("r-1", v1::REASON_DECIDED);
  never.mutable_decision()->set_ask_id("ask-1");
  never.mutable_decision()->set_outcome(v1::ASK_OUTCOME_TIMED_OUT);
  flow->OnResult("deck", never);
  EXPECT_EQ(LastOutcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(LastReason(), v1::REASON_DECIDED);
  EXPECT_EQ(Last().decision().outcome(), v1::ASK_OUTCOME_TIMED_OUT);
  Submit(Answer("r-2"));  // and now the relay knows
  EXPECT_EQ(Last().decision().outcome(), v1::ASK_OUTCOME_TIMED_OUT);
  EXPECT_EQ(links.commands.size(), 1u);
}

TEST_F(LateAnswerTest, ASpentIdIsNeverDispatched) {
  Withdraw(false);
  EndTap(OneUse::kSpent);
  Submit(Tap("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_ASK_CLOSED);
  EXPECT_EQ(Last().conversation().pane(), "deploy");
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(LateAnswerTest, ATapUnderAnEndedIdOfAQuestionThatStandsIsClosed) {
  for (const OneUse state : {OneUse::kEnded, OneUse::kSpent}) {
    crew.target.pane->clear_asks();
    crew.AddAsk().set_one_use_id("tap-2");
    EndTap(state);
    Submit(Tap(state == OneUse::kEnded ? "r-1" : "r-2"));
    EXPECT_EQ(LastReason(), v1::REASON_ASK_CLOSED);
    EXPECT_EQ(Last().conversation().pane(), "deploy");
    EXPECT_TRUE(links.commands.empty());
  }
}

TEST_F(LateAnswerTest, AnIdOfWhichNothingIsKnownIsClosed) {
  Submit(Tap("r-1"));
  EXPECT_EQ(LastReason(), v1::REASON_ASK_CLOSED);
  EXPECT_TRUE(links.commands.empty());
}

TEST_F(LateAnswerTest, AQuestionThatThisVeryActEndedIsNoRefusal) {
  Withdraw(true, /*by=*/"r-1");
  Submit(Answer("r-1"));
  EXPECT_EQ(links.commands.size(), 1u);
}

}  // namespace
}  // namespace collie::relay
