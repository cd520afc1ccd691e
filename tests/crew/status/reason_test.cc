#include "crew/status/reason.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::status {
namespace {

TEST(ReasonTest, TravelsBesideTheSentence) {
  const absl::Status status = WithReason(absl::UnavailableError("A sentence."), kDraining);
  EXPECT_EQ(ReasonOf(status), "draining");
  EXPECT_EQ(WordOf(status), "draining");
  EXPECT_EQ(status.message(), "A sentence.");
  EXPECT_EQ(ReasonOf(WithReason(status, kStoreUnavailable)), "store-unavailable");
}

TEST(ReasonTest, EveryErrorHasAWordOfTheListAndSuccessNone) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "A sentence.");
    EXPECT_EQ(ReasonOf(status), "") << code;
    EXPECT_TRUE(IsReason(WordOf(status))) << code;
  }
  EXPECT_EQ(WordOf(absl::InvalidArgumentError("")), "bad-request");
  EXPECT_EQ(WordOf(absl::PermissionDeniedError("")), "not-allowed");
  EXPECT_EQ(WordOf(absl::InternalError("")), "internal");
  EXPECT_EQ(WordOf(absl::OkStatus()), "");
  EXPECT_TRUE(WithReason(absl::OkStatus(), kDraining).ok());
}

TEST(ReasonTest, OfAnotherFormIsNone) {
  for (const std::string& text :
       {std::string(), std::string("Draining"), std::string("a b"), std::string("a\n"),
        std::string("\x1b[2J"), std::string(65, 'a')}) {
    EXPECT_FALSE(IsReason(text)) << text;
  }
  EXPECT_TRUE(IsReason("request-id-reused"));
}

}  // namespace
}  // namespace collie::status
