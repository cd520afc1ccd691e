#include "crew/ids/random.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::ids {
namespace {

// Gives the same byte over and over.
class StuckRandom final : public RandomSource {
 public:
  explicit StuckRandom(char byte) : byte_(byte) {}
  std::string Bytes(size_t count) override { return std::string(count, byte_); }

 private:
  const char byte_;
};

TEST(RandomTest, GivesAsManyBytesAsAskedAndNoneTwice) {
  RandomSource& random = SystemRandom();
  EXPECT_EQ(random.Bytes(0), "");
  EXPECT_EQ(random.Bytes(32).size(), 32u);
  EXPECT_NE(random.Bytes(32), random.Bytes(32));
}

TEST(RandomTest, HexIsLowerCaseAndTwiceAsLong) {
  EXPECT_EQ(StuckRandom('\xAB').Hex(3), "ababab");
  EXPECT_EQ(SystemRandom().Hex(16).size(), 32u);
}

TEST(RandomTest, FractionStaysBelowOne) {
  EXPECT_EQ(StuckRandom('\0').Fraction(), 0.0);
  EXPECT_LT(StuckRandom('\xFF').Fraction(), 1.0);
  EXPECT_GT(StuckRandom('\xFF').Fraction(), 0.999999);
}

}  // namespace
}  // namespace collie::ids
