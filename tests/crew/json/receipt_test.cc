#include "crew/json/receipt.h"

#include <gtest/gtest.h>

#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::json {
namespace {

TEST(ReceiptJsonTest, ShowsAPageAsTheGoldenFileDoes) {
  v1::ListReceiptsReply page;
  *page.add_receipts() = tests::SampleSentReceipt();
  *page.add_receipts() = tests::SampleDecidedReceipt();
  page.set_before("b-1");
  tests::ExpectGolden("tests/crew/json/receipts.json", ReceiptsJson(page).dump(2) + "\n");
}

TEST(ReceiptJsonTest, TheOldestPageHasNothingBeforeIt) {
  EXPECT_EQ(Dump(ReceiptsJson({})), R"({"receipts":[],"before":null})");
}

}  // namespace
}  // namespace collie::json
