#include "relay/link/read_rate.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

class ReadRateTest : public ::testing::Test {
 protected:
  // How many frames of this size are read now.
  int Read(size_t bytes) {
    int frames = 0;
    for (; rate_.HasRoom(now_) && frames < 10'000; ++frames) rate_.Spend(bytes, now_);
    return frames;
  }

  clock::Steady now_{absl::Seconds(100)};
  ReadRate rate_{
      {.frames_a_second = 10, .frames_at_once = 40, .bytes_a_second = 1000, .bytes_at_once = 5000},
      now_};
};

TEST_F(ReadRateTest, AFloodIsReadAtTheRateOnceItsStartIsSpent) {
  EXPECT_EQ(Read(1), 40);
  EXPECT_EQ(Read(1), 0);
  now_ = now_ + absl::Seconds(1);
  EXPECT_EQ(Read(1), 10);
  now_ = now_ + absl::Hours(1);
  EXPECT_EQ(Read(1), 40);
}

TEST_F(ReadRateTest, BytesCountTooAndOneFrameMayPass) {
  EXPECT_EQ(Read(3000), 2);
  now_ = now_ + absl::Seconds(1);
  EXPECT_EQ(Read(1), 0) << "what passed is paid for";
  now_ = now_ + absl::Seconds(1);
  EXPECT_EQ(Read(900), 2);
}

}  // namespace
}  // namespace collie::relay
