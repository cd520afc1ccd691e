#include "relay/acts/act_log.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::Receipt Sent() {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("deck");
  receipt.mutable_conversation()->set_source("hello");
  receipt.mutable_conversation()->set_pane("deploy");
  receipt.set_act(v1::ACT_KIND_SEND);
  receipt.set_outcome(v1::OUTCOME_SENT);
  receipt.set_attempts(1);
  return receipt;
}

clock::Steady At(int ms) { return clock::Steady(absl::Milliseconds(ms)); }

TEST(ActLogTest, TellsAnActWithTheTimeOfEachStep) {
  const ActSteps steps{.accepted = At(102), .dispatched = At(105)};
  EXPECT_EQ(ActLine(Sent(), v1::REASON_UNSPECIFIED, At(100), steps, At(130)),
            "act=send request=r-1 conversation=deck/hello/deploy outcome=sent reason=- attempts=1 "
            "accepted_ms=2 dispatched_ms=3 ended_ms=25");
}

TEST(ActLogTest, AStepThatWasNotMadeHasNoTime) {
  v1::Receipt refused = Sent();
  refused.set_outcome(v1::OUTCOME_REFUSED);
  refused.set_reason(v1::REASON_BUSY);
  const ActSteps steps{.accepted = At(102), .dispatched = std::nullopt};
  EXPECT_THAT(ActLine(refused, v1::REASON_UNSPECIFIED, At(100), steps, At(104)),
              HasSubstr("outcome=refused reason=busy attempts=1 accepted_ms=2 dispatched_ms=- "
                        "ended_ms=2"));
}

TEST(ActLogTest, WithoutAReceiptItSaysWhy) {
  EXPECT_THAT(ActLine(Sent(), v1::REASON_STORE_UNAVAILABLE, At(100), {}, At(104)),
              HasSubstr("outcome=none reason=store-unavailable"));
}

TEST(ActLogTest, HoldsNoTextOfPeopleAndNothingHostile) {
  v1::Receipt receipt = Sent();
  receipt.mutable_answer()->set_text("my secret");
  receipt.set_detail("my secret");
  receipt.set_device("my phone");
  receipt.mutable_conversation()->set_pane(std::string(100'000, 'x') + "\x1b[2J\n");
  const std::string line = ActLine(receipt, v1::REASON_UNSPECIFIED, At(0), {}, At(1));
  EXPECT_THAT(line, AllOf(Not(HasSubstr("secret")), Not(HasSubstr("phone")), Not(HasSubstr("\n")),
                          Not(HasSubstr("\x1b"))));
  EXPECT_LT(line.size(), 1000u);
}

}  // namespace
}  // namespace collie::relay
