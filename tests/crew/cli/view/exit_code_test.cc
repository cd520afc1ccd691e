#include "crew/cli/view/exit_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::cli {
namespace {

TEST(ExitCodeTest, FollowsTheOutcome) {
  EXPECT_EQ(ExitCodeOf(v1::OUTCOME_SENT), 0);
  EXPECT_EQ(ExitCodeOf(v1::OUTCOME_REFUSED), 1);
  for (const auto outcome : {v1::OUTCOME_PENDING, v1::OUTCOME_UNKNOWN, v1::OUTCOME_MAYBE_APPLIED}) {
    EXPECT_EQ(ExitCodeOf(outcome), 3);
  }
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError("")), 2);
  EXPECT_EQ(ExitCodeOf(absl::NotFoundError("")), 1);
}

}  // namespace
}  // namespace collie::cli
