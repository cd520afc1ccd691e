#include "relay/access/pairing_codes.h"

#include <gtest/gtest.h>

#include "crew/ids/random.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

class PairingCodesTest : public testing::Test {
 protected:
  static NewDevice Phone() {
    NewDevice device;
    device.label = "phone";
    device.role = v1::ROLE_OPERATOR;
    return device;
  }
  tests::SimulatedClock clock_;
  PairingCodes codes_{clock_};
};

TEST_F(PairingCodesTest, ACodePairsItsDeviceOnce) {
  const auto code = codes_.Mint(Phone(), ids::SystemRandom());
  ASSERT_TRUE(code.ok()) << code.status();
  EXPECT_EQ(code->size(), 32u);
  const auto device = codes_.Redeem(*code);
  ASSERT_TRUE(device.has_value());
  EXPECT_EQ(device->label, "phone");
  EXPECT_FALSE(codes_.Redeem(*code).has_value());
}

TEST_F(PairingCodesTest, NoOtherCodeOpensAnything) {
  ASSERT_TRUE(codes_.Mint(Phone(), ids::SystemRandom()).ok());
  for (const std::string& code : {std::string(), std::string("nope"), std::string(1 << 20, 'a')}) {
    EXPECT_FALSE(codes_.Redeem(code).has_value());
  }
}

TEST_F(PairingCodesTest, EndsByTheSteadyClock) {
  const auto code = codes_.Mint(Phone(), ids::SystemRandom());
  clock_.Advance(PairingCodes::kLife);
  EXPECT_FALSE(codes_.Redeem(*code).has_value());
}

TEST_F(PairingCodesTest, EndsByTheWallClockTooAndNoLaterWhenThatIsSetBack) {
  const auto code = codes_.Mint(Phone(), ids::SystemRandom());
  clock_.JumpWall(PairingCodes::kLife);
  EXPECT_FALSE(codes_.Redeem(*code).has_value());
  const auto other = codes_.Mint(Phone(), ids::SystemRandom());
  clock_.JumpWall(-absl::Hours(5));
  clock_.Advance(PairingCodes::kLife);
  EXPECT_FALSE(codes_.Redeem(*other).has_value());
}

TEST_F(PairingCodesTest, BoundsHowManyWait) {
  for (size_t i = 0; i < PairingCodes::kOutstanding; ++i)
    ASSERT_TRUE(codes_.Mint(Phone(), ids::SystemRandom()).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(codes_.Mint(Phone(), ids::SystemRandom()).status()));
  clock_.Advance(PairingCodes::kLife);
  EXPECT_TRUE(codes_.Mint(Phone(), ids::SystemRandom()).ok());
}

}  // namespace
}  // namespace collie::relay
