#include "relay/acts/decisions.h"

#include <string>

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

using ids::AddressId;
using ids::AskId;

const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};

v1::ClosedAsk Closed(const std::string& id, v1::AskOutcome outcome = v1::ASK_OUTCOME_WITHDRAWN) {
  v1::ClosedAsk closed;
  closed.set_ask_id(id);
  closed.set_outcome(outcome);
  return closed;
}

TEST(DecisionsTest, FindsTheLastEndOfTheVeryQuestion) {
  Decisions decisions;
  decisions.Note(kDeploy, AddressId("here"), Closed("a-1"));
  decisions.Note(kDeploy, AddressId("here"), Closed("a-1", v1::ASK_OUTCOME_TIMED_OUT));
  EXPECT_EQ(decisions.Find(kDeploy, AddressId("here"), AskId("a-1"))->outcome(),
            v1::ASK_OUTCOME_TIMED_OUT);
  EXPECT_FALSE(decisions.Find(kDeploy, AddressId("here"), AskId("a-2")).has_value());
  EXPECT_FALSE(
      decisions.Find({"deck", "hello", "other"}, AddressId("here"), AskId("a-1")).has_value());
  EXPECT_FALSE(
      decisions.Find({"mallory", "hello", "deploy"}, AddressId("here"), AskId("a-1")).has_value());
}

TEST(DecisionsTest, AnotherAgentUnderTheNameDecidedNothing) {
  Decisions decisions;
  decisions.Note(kDeploy, AddressId("here"), Closed("a-1"));
  EXPECT_FALSE(decisions.Find(kDeploy, AddressId("there"), AskId("a-1")).has_value());
}

TEST(DecisionsTest, AMemberThatFloodsLosesItsOwnAlone) {
  Decisions decisions;
  decisions.Note(kDeploy, AddressId(""), Closed("a-1"));
  v1::ClosedAsk large = Closed("");
  large.mutable_answer()->set_text(std::string(60'000, 'x'));
  for (int i = 0; i < 100; ++i) {
    large.set_ask_id("a-" + std::to_string(i));
    decisions.Note({"mallory", "hello", "deploy"}, AddressId(""), large);
  }
  EXPECT_TRUE(decisions.Find(kDeploy, AddressId(""), AskId("a-1")).has_value());
  EXPECT_FALSE(
      decisions.Find({"mallory", "hello", "deploy"}, AddressId(""), AskId("a-1")).has_value());
  EXPECT_TRUE(
      decisions.Find({"mallory", "hello", "deploy"}, AddressId(""), AskId("a-99")).has_value());
}

TEST(DecisionsTest, OneThatNamesNoQuestionIsNone) {
  Decisions decisions;
  decisions.Note(kDeploy, AddressId(""), Closed(""));
  EXPECT_FALSE(decisions.Find(kDeploy, AddressId(""), AskId("")).has_value());
}

}  // namespace
}  // namespace collie::relay
