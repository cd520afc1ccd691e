#include "tests/bench/rounds.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/bench/bytes.h"

namespace collie::bench {
namespace {

grpc::ByteBuffer With(const std::string& token) {
  return ToBuffer(absl::StrCat("a title, ", token, ", and more"));
}

TEST(RoundsTest, ARoundEndsWithItsLastReceiver) {
  Rounds rounds;
  const std::string token = rounds.Begin(2);
  rounds.Received(With(token));
  EXPECT_FALSE(rounds.Await(absl::ZeroDuration()).has_value());
  const std::string next = rounds.Begin(2);
  EXPECT_NE(next, token);
  rounds.Received(With(next));
  rounds.Received(With(next));
  const auto took = rounds.Await(absl::ZeroDuration());
  ASSERT_TRUE(took.has_value());
  EXPECT_GE(*took, 0);
}

TEST(RoundsTest, MessagesOfAnEarlierRoundDoNotCount) {
  Rounds rounds;
  const std::string old = rounds.Begin(1);
  rounds.Begin(1);
  rounds.Received(With(old));
  EXPECT_FALSE(rounds.Await(absl::ZeroDuration()).has_value());
}

}  // namespace
}  // namespace collie::bench
