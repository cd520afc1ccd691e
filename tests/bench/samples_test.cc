#include "tests/bench/samples.h"

#include <gtest/gtest.h>

namespace collie::bench {
namespace {

TEST(SamplesTest, APercentileIsTheSmallestValueThatCoversTheShare) {
  Samples samples;
  for (int i = 100; i >= 1; --i) samples.Add(i);
  EXPECT_EQ(samples.Percentile(0.5), 50);
  EXPECT_EQ(samples.Percentile(0.99), 99);
  EXPECT_EQ(samples.Percentile(1), 100);
  EXPECT_EQ(samples.Percentile(0), 1);
}

TEST(SamplesTest, TheMedianOfThreeIsTheMiddle) {
  Samples samples;
  for (const double value : {7.0, 1.0, 3.0}) samples.Add(value);
  EXPECT_EQ(samples.Median(), 3);
}

TEST(SamplesTest, ValuesThatComeAfterAPercentileCountInTheNext) {
  Samples samples;
  samples.Add(5);
  EXPECT_EQ(samples.Median(), 5);
  Samples more;
  more.Add(1);
  more.Add(2);
  samples.Add(more);
  EXPECT_EQ(samples.Median(), 2);
  EXPECT_EQ(samples.Sum(), 8);
}

TEST(SamplesTest, WithoutValuesEveryPercentileIsZero) { EXPECT_EQ(Samples().Percentile(0.99), 0); }

}  // namespace
}  // namespace collie::bench
