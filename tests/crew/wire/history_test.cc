#include "crew/wire/history.h"

#include <gtest/gtest.h>

namespace collie::wire {
namespace {

TEST(HistoryTest, ReadsAPage) {
  const auto page = DecodeHistory(
      R"({"epoch":"e","items":[{"id":"i-1","kind":"user","text":"a"},)"
      R"({"id":"i-2","kind":"thinking","text":"b"}],"before":"c-1","truncated":false})");
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(page->epoch, "e");
  ASSERT_EQ(page->items.size(), 2u);
  EXPECT_EQ(page->items[0].id(), "i-1");
  EXPECT_EQ(page->items[1].kind(), v1::ITEM_KIND_THINKING);
  EXPECT_EQ(page->before, "c-1");
  EXPECT_FALSE(page->truncated);
  EXPECT_EQ(page->bad_entries, 0);
}

TEST(HistoryTest, TheOldestPageHasNothingBefore) {
  const auto page = DecodeHistory(R"({"epoch":"e","items":[],"before":null,"truncated":true})");
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->before, "");
  EXPECT_TRUE(page->truncated);
}

TEST(HistoryTest, LeavesOutBadItemsAndPassesOverUnknownOnes) {
  const auto page =
      DecodeHistory(R"({"epoch":"e","items":[{"id":"i-1"},7,{"id":"i-2","kind":"hologram"},)"
                    R"({"id":"i-3","kind":"notice","text":"a\u202eb"}]})");
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(page->bad_entries, 2);
  ASSERT_EQ(page->items.size(), 1u);
  EXPECT_EQ(page->items[0].text(), "ab");
}

TEST(HistoryTest, RefusesWhatIsNotTheWires) {
  EXPECT_FALSE(DecodeHistory("").ok());
  EXPECT_FALSE(DecodeHistory("[]").ok());
  EXPECT_FALSE(DecodeHistory(R"({"items":[]})").ok());
  EXPECT_FALSE(DecodeHistory(R"({"epoch":"e"})").ok());
  EXPECT_FALSE(DecodeHistory(R"({"epoch":"e","items":7})").ok());
  EXPECT_FALSE(DecodeHistory(R"({"epoch":"e","items":[],"before":7})").ok());
  EXPECT_FALSE(DecodeHistory(R"({"epoch":"e","items":[])").ok());
}

}  // namespace
}  // namespace collie::wire
