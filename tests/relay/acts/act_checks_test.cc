#include "relay/acts/act_checks.h"

#include "gtest/gtest.h"
#include "relay/acts/one_tap.h"
#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

class ActChecksTest : public ActFlowFixture {
 protected:
  v1::Reason Why(const v1::ActRequest& request, bool by_tap = false) {
    const auto refusal = CheckAct(request, by_tap, crew.target);
    return refusal.has_value() ? refusal->reason : v1::REASON_UNSPECIFIED;
  }
  v1::ActRequest AnswerBy(const std::string& option) {
    return AnswerOfTap(Tap("r-1", option), *crew.FindOneUse("tap-1"));
  }
};

TEST_F(ActChecksTest, TakesWhatFits) { EXPECT_EQ(Why(Send("r-1")), v1::REASON_UNSPECIFIED); }

TEST_F(ActChecksTest, NamesTheMembersState) {
  crew.target.member->set_state(v1::MEMBER_STATE_RECONNECTING);
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_MEMBER_UNREACHABLE);
  crew.target.member->set_state(v1::MEMBER_STATE_DISCONNECTED);
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_MEMBER_UNREACHABLE);
  crew.target.member->set_state(v1::MEMBER_STATE_LOCKED);
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_MEMBER_LOCKED);
  crew.target.member.reset();
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_NO_SUCH_CONVERSATION);
}

TEST_F(ActChecksTest, NamesWhatIsNotThere) {
  crew.target.pane.reset();
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_NO_SUCH_CONVERSATION);
  crew.target.source.reset();
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_NO_SUCH_CONVERSATION);
}

TEST_F(ActChecksTest, NamesWhatMovedOn) {
  crew.target.source->set_state(v1::SOURCE_STATE_DUPLICATE_SOURCE);
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_DUPLICATE_SOURCE);
  crew.target.source->set_state(v1::SOURCE_STATE_LIVE);
  crew.AddAsk();
  EXPECT_EQ(Why(Send("r-1")), v1::REASON_QUESTION_OPEN);
}

TEST_F(ActChecksTest, ABodyThatTheWireCannotCarryIsTooLarge) {
  EXPECT_EQ(Why(Send("r-1", std::string(70 * 1024, 'x'))), v1::REASON_TOO_LARGE);
  EXPECT_EQ(Why(Send("r-1", std::string(40 * 1024, '"'))), v1::REASON_TOO_LARGE);
  EXPECT_EQ(Why(Send("r-1", std::string(40 * 1024, 'x'))), v1::REASON_UNSPECIFIED);
}

TEST_F(ActChecksTest, OneTapSaysOnlyWhatOneTapCan) {
  v1::Ask& ask = crew.AddAsk();
  EXPECT_EQ(Why(AnswerBy("allow"), /*by_tap=*/true), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(Why(AnswerBy("always"), /*by_tap=*/true), v1::REASON_NOT_ONE_TAP);
  EXPECT_EQ(Why(AnswerBy("always"), /*by_tap=*/false), v1::REASON_CONFIRM_NEEDED);
  ask.set_altered(true);
  EXPECT_EQ(Why(AnswerBy("allow"), /*by_tap=*/true), v1::REASON_NOT_ONE_TAP);
  EXPECT_EQ(Why(AnswerBy("allow"), /*by_tap=*/false), v1::REASON_UNSPECIFIED);
  ask.set_altered(false);
  ask.set_kind(v1::ASK_KIND_CHOICE);
  EXPECT_EQ(Why(AnswerBy("allow"), /*by_tap=*/true), v1::REASON_UNSPECIFIED);
  ask.set_multiple(true);
  EXPECT_EQ(Why(AnswerBy("allow"), /*by_tap=*/true), v1::REASON_NOT_ONE_TAP);
  ask.set_kind(v1::ASK_KIND_TEXT);
  EXPECT_EQ(Why(AnswerBy("allow"), /*by_tap=*/true), v1::REASON_NOT_ONE_TAP);
}

TEST_F(ActChecksTest, AnAskThatChangedComesWithTheQuestionAsItIsNow) {
  crew.AddAsk();
  const v1::ActRequest answer = AnswerBy("allow");
  crew.target.pane->mutable_asks(0)->set_hash(std::string(64, 'b'));
  const auto refusal = CheckAct(answer, /*by_tap=*/true, crew.target);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->reason, v1::REASON_ASK_CHANGED);
  EXPECT_EQ(refusal->ask->hash(), std::string(64, 'b'));
}

TEST_F(ActChecksTest, AShapeIsJudgedOnlyByTheAskThatWasSeen) {
  crew.AddAsk();
  v1::ActRequest answer = AnswerBy("no-such-option");
  EXPECT_FALSE(HasShapeOfAsk(answer, /*by_tap=*/true, crew.target));
  EXPECT_TRUE(HasShapeOfAsk(AnswerBy("allow"), /*by_tap=*/true, crew.target));
  crew.target.pane->mutable_asks(0)->set_hash(std::string(64, 'b'));
  EXPECT_TRUE(HasShapeOfAsk(answer, /*by_tap=*/true, crew.target));
}

}  // namespace
}  // namespace collie::relay
