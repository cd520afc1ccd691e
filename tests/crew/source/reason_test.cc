#include "crew/source/reason.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace collie {
namespace {

TEST(SourceReasonTest, EachHasItsOwnWordAndTheWayBack) {
  std::set<std::string> words;
  for (int i = 0; i <= static_cast<int>(SourceReason::kVersionMismatch); ++i) {
    const auto reason = static_cast<SourceReason>(i);
    EXPECT_TRUE(words.insert(ApiWord(reason)).second) << ApiWord(reason);
    EXPECT_EQ(SourceReasonOf(ApiWord(reason)), reason);
  }
  EXPECT_EQ(ApiWord(SourceReason::kNone), "");
  EXPECT_EQ(ApiWord(SourceReason::kSocketNotPrivate), "socket-not-private");
}

TEST(SourceReasonTest, AWordOfAnotherBuildIsNone) {
  EXPECT_EQ(SourceReasonOf("on-holiday"), std::nullopt);
}

}  // namespace
}  // namespace collie
