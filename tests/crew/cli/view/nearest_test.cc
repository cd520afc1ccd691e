#include "crew/cli/view/nearest.h"

#include <gtest/gtest.h>

namespace collie::cli {
namespace {

const std::vector<std::string> kVerbs = {"watch", "answer", "receipts", "restart", "give-up"};

TEST(NearestTest, FindsTheWordThatWasMeant) {
  EXPECT_EQ(Nearest("wacth", kVerbs), "watch");
  EXPECT_EQ(Nearest("anwser", kVerbs), "answer");
  EXPECT_EQ(Nearest("receipt", kVerbs), "receipts");
  EXPECT_EQ(Nearest("giveup", kVerbs), "give-up");
  EXPECT_EQ(Nearest("rec", kVerbs), "receipts");
}

TEST(NearestTest, NamesNothingThatIsFar) {
  EXPECT_EQ(Nearest("frobnicate", kVerbs), "");
  EXPECT_EQ(Nearest("", kVerbs), "");
  EXPECT_EQ(Nearest("xy", kVerbs), "");
  EXPECT_EQ(Nearest(std::string(100'000, 'a'), kVerbs), "");
}

}  // namespace
}  // namespace collie::cli
