#include "crew/wire/json_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace collie::wire {
namespace {

struct Known {
  double number;
  const char* text;
};

// What ECMAScript's Number.prototype.toString says.
constexpr Known kKnown[] = {
    {0.0, "0"},
    {-0.0, "0"},
    {1, "1"},
    {-1, "-1"},
    {10, "10"},
    {100, "100"},
    {0.1, "0.1"},
    {-0.1, "-0.1"},
    {1.5, "1.5"},
    {123.456, "123.456"},
    {0.30000000000000004, "0.30000000000000004"},
    {1.0 / 3, "0.3333333333333333"},
    {333333333.33333329, "333333333.3333333"},
    {0.000001, "0.000001"},
    {0.00000123, "0.00000123"},
    {0.0000001, "1e-7"},
    {0.00000012, "1.2e-7"},
    {1e-27, "1e-27"},
    {4.5, "4.5"},
    {2e-3, "0.002"},
    {1e20, "100000000000000000000"},
    {123456789012345680000.0, "123456789012345680000"},
    {1e21, "1e+21"},
    {1e30, "1e+30"},
    {1.2345e25, "1.2345e+25"},
    {1e23, "1e+23"},
    {9007199254740991.0, "9007199254740991"},
    {9007199254740993.0, "9007199254740992"},
    {295147905179352830000.0, "295147905179352830000"},
    {999999999999999900000.0, "999999999999999900000"},
    {1764460800000.0, "1764460800000"},
    {5e-324, "5e-324"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    {-1.7976931348623157e308, "-1.7976931348623157e+308"},
    {1424953923781206.2, "1424953923781206.2"},
    {-0.0000033333333333333333, "-0.0000033333333333333333"},
};

TEST(EcmaNumberTest, WritesWhatEcmaScriptWrites) {
  for (const Known& known : kKnown) EXPECT_EQ(EcmaNumber(known.number), known.text);
}

TEST(EcmaNumberTest, ReadsBackAsTheSameDouble) {
  constexpr uint64_t kSeed = 8785;
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const std::string text = EcmaNumber(number);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), number) << text << " seed " << kSeed;
  }
}

TEST(EcmaNumberTest, WritesIntegersPlainUpToTheirEdge) {
  for (int64_t number = 1; number < int64_t{1} << 53; number = number * 7 + 3) {
    EXPECT_EQ(EcmaNumber(static_cast<double>(number)), std::to_string(number));
  }
}

}  // namespace
}  // namespace collie::wire
