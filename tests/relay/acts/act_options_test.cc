#include "relay/acts/act_options.h"

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

TEST(ActOptionsTest, TheDefaultsAreTheContract) {
  const ActOptions options;
  EXPECT_EQ(options.socket_time, absl::Seconds(20));
  EXPECT_EQ(options.url_time, absl::Seconds(35));
  EXPECT_EQ(options.stop_wait, absl::Seconds(3));
  EXPECT_EQ(options.reply_wait, absl::Seconds(25));
  EXPECT_EQ(options.store_retry, absl::Seconds(1));
  EXPECT_EQ(options.reconcile_every, absl::Seconds(10));
  EXPECT_EQ(options.heal_for, absl::Hours(1));
  EXPECT_TRUE(options.Validate().ok());
}

TEST(ActOptionsTest, NamesTheOptionThatIsOutOfItsRange) {
  ActOptions options;
  options.stop_wait = absl::ZeroDuration();
  EXPECT_EQ(options.Validate().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(options.Validate().ToString().find("stop_wait"), std::string::npos);
  options = ActOptions();
  options.stop_wait = absl::Seconds(21);
  EXPECT_FALSE(options.Validate().ok());
  options = ActOptions();
  options.heal_for = absl::Hours(25);
  EXPECT_NE(options.Validate().ToString().find("heal_for"), std::string::npos);
}

}  // namespace
}  // namespace collie::relay
