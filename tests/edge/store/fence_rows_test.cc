#include "edge/store/fence_rows.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "edge/store/edge_schema.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

class FenceRowsTest : public testing::Test {
 protected:
  FenceRowsTest() {
    auto database = journal::Database::Open(folder_.path() / "edge.db", EdgeMigrations());
    EXPECT_TRUE(database.ok()) << database.status();
    database_ = *std::move(database);
  }
  void Write(const std::string& pane, int64_t term, int64_t number) {
    v1::Fence fence;
    fence.set_term(term);
    fence.set_number(number);
    ASSERT_TRUE(WriteFence(*database_, {"deck", "hello", pane}, fence).ok());
  }
  int64_t NumberOf(const std::string& pane) {
    return FindFence(*database_, {"deck", "hello", pane})->number();
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<journal::Database> database_;
};

TEST_F(FenceRowsTest, AConversationWithoutAFenceHasTheLowest) {
  EXPECT_EQ(NumberOf("deploy"), 0);
  EXPECT_EQ(*HighestTerm(*database_), 0);
}

TEST_F(FenceRowsTest, ReplacesWhatWasThere) {
  Write("deploy", 1, 7);
  Write("deploy", 2, 1);
  EXPECT_EQ(NumberOf("deploy"), 1);
  EXPECT_EQ(*HighestTerm(*database_), 2);
}

TEST_F(FenceRowsTest, DeletesNoMoreThanItMayAndNothingOfTheTerm) {
  for (int i = 0; i < 5; ++i) Write(absl::StrCat("old-", i), 1, 9);
  Write("new", 2, 3);
  EXPECT_EQ(*DeleteFencesBelow(*database_, 2, 3), 3);
  EXPECT_EQ(*DeleteFencesBelow(*database_, 2, 3), 2);
  EXPECT_EQ(*DeleteFencesBelow(*database_, 2, 3), 0);
  EXPECT_EQ(NumberOf("new"), 3);
}

}  // namespace
}  // namespace collie::edge
