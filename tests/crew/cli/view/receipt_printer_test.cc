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
  receipt.mutable_conversation()->set_member("desk");
  receipt.mutable_conversation()->set_source("hello");
  receipt.mutable_conversation()->set_pane("deploy");
  receipt.set_act(v1::ACT_KIND_SEND);
  receipt.set_outcome(v1::OUTCOME_SENT);
  EXPECT_EQ(ReceiptSentence(receipt),
            "send to desk/hello/deploy: sent. The agent took it. (request r-1)");
  receipt.set_outcome(v1::OUTCOME_REFUSED);
  receipt.set_reason(v1::REASON_ASK_CHANGED);
  receipt.mutable_ask()->set_title("Deploy to \x1b[2Jproduction?");
  EXPECT_THAT(ReceiptSentence(receipt),
              AllOf(HasSubstr("refused. The question is another one now"),
                    HasSubstr("It asks now: Deploy to [2Jproduction?"), Not(HasSubstr("\x1b"))));
  receipt.set_detail("A narrower sentence.");
  EXPECT_THAT(ReceiptRow(receipt, absl::UTCTimeZone()),
              AllOf(HasSubstr("1970-01-01"), HasSubstr("A narrower sentence.")));
}

}  // namespace
}  // namespace collie::cli
