#include "crew/cli/view/exit_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::cli {
namespace {

v1::Receipt With(v1::Outcome outcome, v1::Effect effect = v1::EFFECT_UNSPECIFIED) {
  v1::Receipt receipt;
  receipt.set_outcome(outcome);
  receipt.set_effect(effect);
  return receipt;
}

TEST(ExitCodeTest, WhatWasTakenAndWillNeverRunHasFailed) {
  EXPECT_EQ(ExitCodeOf(With(v1::OUTCOME_SENT, v1::EFFECT_DROPPED)), 1);
  EXPECT_EQ(ExitCodeOf(With(v1::OUTCOME_SENT, v1::EFFECT_QUEUED)), 0);
  EXPECT_EQ(ExitCodeOf(With(v1::OUTCOME_SENT, v1::EFFECT_EFFECTIVE)), 0);
}

TEST(ExitCodeTest, FollowsTheOutcome) {
  EXPECT_EQ(ExitCodeOf(With(v1::OUTCOME_SENT)), 0);
  EXPECT_EQ(ExitCodeOf(With(v1::OUTCOME_REFUSED)), 1);
  for (const auto outcome : {v1::OUTCOME_PENDING, v1::OUTCOME_UNKNOWN, v1::OUTCOME_MAYBE_APPLIED}) {
    EXPECT_EQ(ExitCodeOf(With(outcome)), 3);
  }
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError("")), 2);
  EXPECT_EQ(ExitCodeOf(absl::NotFoundError("")), 1);
}

}  // namespace
}  // namespace collie::cli
