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
    EXPECT_TRUE(words.insert(Word(reason)).second) << Word(reason);
    EXPECT_EQ(SourceReasonOf(Word(reason)), reason);
  }
  EXPECT_EQ(Word(SourceReason::kNone), "");
  EXPECT_EQ(Word(SourceReason::kSocketNotPrivate), "socket-not-private");
}

TEST(SourceReasonTest, AWordOfAnotherBuildIsNone) {
  EXPECT_EQ(SourceReasonOf("on-holiday"), std::nullopt);
}

}  // namespace
}  // namespace collie
