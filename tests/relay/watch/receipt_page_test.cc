#include "relay/watch/receipt_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "crew/text/limits.h"

namespace collie::relay {
namespace {

// A store of receipts, the newest first.
class Receipts {
 public:
  Receipts(int count, size_t bytes) {
    for (int i = count; i > 0; --i) {
      v1::Receipt& receipt = receipts_.emplace_back();
      receipt.set_request_id("r-" + std::to_string(i));
      receipt.mutable_ask()->set_detail(std::string(bytes, 'x'));
    }
  }

  absl::StatusOr<std::vector<v1::Receipt>> List(const v1::ListReceiptsRequest& request) const {
    auto from = receipts_.begin();
    if (!request.before().empty()) {
      from = std::find_if(from, receipts_.end(), [&](const v1::Receipt& receipt) {
        return receipt.request_id() == request.before();
      });
      if (from != receipts_.end()) ++from;
    }
    const auto left = static_cast<int>(receipts_.end() - from);
    return std::vector<v1::Receipt>(from, from + std::min(left, request.limit()));
  }

  v1::ListReceiptsReply Page(int limit, const std::string& before = "") const {
    v1::ListReceiptsRequest request;
    request.set_limit(limit);
    request.set_before(before);
    return *ReceiptPage([this](const auto& page) { return List(page); }, request);
  }

 private:
  std::vector<v1::Receipt> receipts_;
};

TEST(ReceiptPageTest, PagesByBytesLoseNothing) {
  const Receipts receipts(20, 300'000);
  std::string before;
  int next = 20;
  do {
    const v1::ListReceiptsReply page = receipts.Page(500, before);
    EXPECT_LT(page.ByteSizeLong(), text::kMiB);
    ASSERT_FALSE(page.receipts().empty());
    for (const v1::Receipt& receipt : page.receipts()) {
      EXPECT_EQ(receipt.request_id(), "r-" + std::to_string(next--));
    }
    before = page.before();
  } while (!before.empty());
  EXPECT_EQ(next, 0);
}

TEST(ReceiptPageTest, TheLimitEndsAPageAndTheOldestHasNoCursor) {
  const Receipts receipts(4, 10);
  EXPECT_EQ(receipts.Page(2).before(), "r-3");
  const v1::ListReceiptsReply oldest = receipts.Page(2, "r-3");
  EXPECT_EQ(oldest.receipts_size(), 2);
  EXPECT_EQ(oldest.before(), "");
}

TEST(ReceiptPageTest, NoReceiptsAreAnEmptyPage) {
  EXPECT_TRUE(Receipts(0, 0).Page(50).receipts().empty());
}

}  // namespace
}  // namespace collie::relay
