#include "crew/cli/view/receipt_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReceiptPrinterTest, SaysWhatBecameOfTheAct) {
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.mutable_conversation()->set_member("deck");
  receipt.mutable_conversation()->set_source("hello");
  receipt.mutable_conversation()->set_pane("deploy");
  receipt.set_act(v1::ACT_KIND_SEND);
  receipt.set_outcome(v1::OUTCOME_SENT);
  EXPECT_EQ(ReceiptSentence(receipt),
            "send to deck/hello/deploy: sent. The agent took it. (request r-1)");
  receipt.set_outcome(v1::OUTCOME_REFUSED);
  receipt.set_reason(v1::REASON_ASK_CHANGED);
  receipt.mutable_ask()->set_title("Deploy to \x1b[2Jproduction?");
  EXPECT_THAT(ReceiptSentence(receipt),
              AllOf(HasSubstr("refused. The question changed: read it as it is now"),
                    HasSubstr("It asks now: Deploy to [2Jproduction?"), Not(HasSubstr("\x1b"))));
  receipt.set_detail("A narrower sentence.");
  EXPECT_THAT(ReceiptRow(receipt, absl::UTCTimeZone()),
              AllOf(HasSubstr("1970-01-01"), HasSubstr("A narrower sentence.")));
}

TEST(ReceiptPrinterTest, AllowDenyAndStopAreReportedApart) {
  v1::Receipt allow;
  allow.set_act(v1::ACT_KIND_ANSWER);
  allow.set_outcome(v1::OUTCOME_SENT);
  allow.set_ask_id("deploy-1");
  v1::Receipt deny = allow;
  allow.mutable_answer()->mutable_picked()->add_option_ids("yes");
  allow.add_option_labels("Allow");
  deny.mutable_answer()->mutable_picked()->add_option_ids("no");
  deny.add_option_labels("Deny");
  v1::Receipt stop;
  stop.set_act(v1::ACT_KIND_STOP);
  stop.set_outcome(v1::OUTCOME_SENT);
  stop.set_turn("t-12");
  const auto zone = absl::UTCTimeZone();
  EXPECT_THAT(ReceiptRow(allow, zone), HasSubstr("deploy-1: Allow (yes)"));
  EXPECT_THAT(ReceiptRow(deny, zone), HasSubstr("deploy-1: Deny (no)"));
  EXPECT_THAT(ReceiptRow(stop, zone), HasSubstr("turn t-12"));
  EXPECT_THAT(ReceiptSentence(deny), HasSubstr("(deploy-1: Deny (no)): sent."));
}

TEST(ReceiptPrinterTest, WhatWillNeverRunSaysSoInEachForm) {
  v1::Receipt receipt;
  receipt.set_act(v1::ACT_KIND_SEND);
  receipt.set_outcome(v1::OUTCOME_SENT);
  receipt.set_effect(v1::EFFECT_QUEUED);
  receipt.set_queued(true);
  EXPECT_THAT(ReceiptSentence(receipt), HasSubstr("sent (queued until the turn ends)."));
  receipt.set_queued(false);
  receipt.set_effect(v1::EFFECT_DROPPED);
  receipt.set_detail("The agent dropped it.");
  EXPECT_THAT(ReceiptSentence(receipt), HasSubstr("sent (dropped: it will not run)."));
  EXPECT_THAT(
      ReceiptRow(receipt, absl::UTCTimeZone()),
      AllOf(HasSubstr("dropped"), HasSubstr("The agent dropped it."), Not(HasSubstr("sent"))));
}

}  // namespace
}  // namespace collie::cli
