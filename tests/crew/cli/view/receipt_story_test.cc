#include "crew/cli/view/receipt_story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crew/receipt/sentence.h"
#include "crew/receipt/timestamp.h"

namespace collie::cli {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ReceiptStoryTest : public ::testing::Test {
 protected:
  ReceiptStoryTest() {
    receipt_.set_request_id("r-1");
    receipt_.mutable_conversation()->set_member("deck");
    receipt_.mutable_conversation()->set_source("hello");
    receipt_.mutable_conversation()->set_pane("deploy");
    receipt_.set_act(v1::ACT_KIND_SEND);
    receipt_.set_device("phone");
    *receipt_.mutable_accepted_at() = At(0);
  }

  static google::protobuf::Timestamp At(int seconds) {
    return receipt::ToTimestamp(absl::FromUnixSeconds(seconds));
  }
  void End(v1::Outcome outcome, v1::Reason reason = v1::REASON_UNSPECIFIED) {
    receipt_.set_outcome(outcome);
    receipt_.set_reason(reason);
    receipt_.set_detail(std::string(receipt::Sentence(reason)));
    *receipt_.mutable_finished_at() = At(20);
  }
  std::string Story() const { return ReceiptStory(receipt_, " --flag", absl::UTCTimeZone()); }

  v1::Receipt receipt_;
};

TEST_F(ReceiptStoryTest, TellsOfASendThatHealed) {
  End(v1::OUTCOME_SENT);
  receipt_.set_attempts(1);
  receipt_.set_evidence(v1::EVIDENCE_USER_ITEM);
  *receipt_.mutable_effective_at() = At(25);
  EXPECT_EQ(Story(),
            "act           send to deck/hello/deploy, request r-1\n"
            "accepted      1970-01-01 00:00:00 UTC, for phone\n"
            "tries         1\n"
            "outcome       sent\n"
            "since         1970-01-01 00:00:20 UTC\n"
            "evidence      the conversation shows the text under this request id\n"
            "detail        The agent took it.\n"
            "effective     1970-01-01 00:00:25 UTC, in the conversation\n");
}

TEST_F(ReceiptStoryTest, TellsWhatToDoAboutAnUnknownOne) {
  End(v1::OUTCOME_UNKNOWN);
  const std::string story = Story();
  EXPECT_THAT(
      story,
      AllOf(HasSubstr("tries         none is known of\n"),
            HasSubstr("next          look at the conversation: collie watch deck/hello/deploy "
                      "--flag\n"),
            HasSubstr("or            try again, in the same words as before: collie send "
                      "deck/hello/deploy --text … --turn … --request-id r-1 --again --flag\n"),
            HasSubstr("give it up: collie give-up r-1 --flag\n")));
}

TEST_F(ReceiptStoryTest, WhatWasGivenUpIsNotToBeGivenUpAgain) {
  End(v1::OUTCOME_UNKNOWN, v1::REASON_GIVEN_UP);
  EXPECT_THAT(Story(), AllOf(HasSubstr("reason        given-up\n"),
                             HasSubstr("An operator gave this act up"), HasSubstr("--again"),
                             Not(HasSubstr("collie give-up"))));
}

TEST_F(ReceiptStoryTest, APendingOneIsWaitedForOrGivenUp) {
  receipt_.set_outcome(v1::OUTCOME_PENDING);
  EXPECT_THAT(Story(), AllOf(HasSubstr("collie give-up r-1"), Not(HasSubstr("--again"))));
}

TEST_F(ReceiptStoryTest, WhatMayBeAppliedIsNeverToBeRetried) {
  for (int i = 0; i < v1::Reason_descriptor()->value_count(); ++i) {
    End(v1::OUTCOME_MAYBE_APPLIED,
        static_cast<v1::Reason>(v1::Reason_descriptor()->value(i)->number()));
    EXPECT_THAT(Story(), AllOf(HasSubstr("It may have been applied by the first try"),
                               HasSubstr("then decide: collie watch deck/hello/deploy"),
                               Not(AnyOf(HasSubstr("try again"), HasSubstr("--again")))));
  }
}

TEST_F(ReceiptStoryTest, ARefusedOneSaysWhyAndWhatTheAgentSaid) {
  End(v1::OUTCOME_REFUSED, v1::REASON_DECIDED);
  receipt_.set_agent_code("decided");
  receipt_.mutable_decision()->set_outcome(v1::ASK_OUTCOME_ANSWERED);
  receipt_.mutable_decision()->mutable_answer()->mutable_picked()->add_option_ids("yes");
  EXPECT_THAT(Story(),
              AllOf(HasSubstr("tries         none: nothing was sent to the agent\n"),
                    HasSubstr("reason        decided\n"), HasSubstr("agent's code  decided\n"),
                    HasSubstr("decision      answered: yes\n"), Not(HasSubstr("next "))));
}

TEST_F(ReceiptStoryTest, TellsWhatWasDone) {
  End(v1::OUTCOME_SENT);
  receipt_.set_act(v1::ACT_KIND_ANSWER);
  receipt_.set_ask_id("deploy-1");
  receipt_.mutable_answer()->mutable_picked()->add_option_ids("no");
  receipt_.add_option_labels("Deny");
  EXPECT_THAT(Story(), AllOf(HasSubstr("question      deploy-1\n"),
                             HasSubstr("answer        Deny (no)\n"), Not(HasSubstr("turn "))));
  receipt_.set_act(v1::ACT_KIND_STOP);
  receipt_.clear_ask_id();
  receipt_.clear_answer();
  receipt_.set_turn("t-12");
  EXPECT_THAT(Story(), AllOf(HasSubstr("turn          t-12\n"), Not(HasSubstr("question"))));
}

TEST_F(ReceiptStoryTest, TellsThatATextWasDropped) {
  End(v1::OUTCOME_SENT);
  receipt_.set_effect(v1::EFFECT_DROPPED);
  EXPECT_THAT(Story(), HasSubstr("outcome       sent (dropped: it will not run)\n"));
}

TEST_F(ReceiptStoryTest, WhatComesFromOutsideIsCleaned) {
  End(v1::OUTCOME_UNKNOWN);
  receipt_.set_detail("It \x1b[2J\nbroke off.");
  receipt_.set_device("a\nb");
  EXPECT_THAT(Story(), AllOf(HasSubstr("detail        It [2Jbroke off.\n"), HasSubstr("for ab\n"),
                             Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace collie::cli
