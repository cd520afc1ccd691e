#include "crew/cli/confirm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace collie::cli {
namespace {

class ConfirmTest : public ::testing::Test {
 protected:
  bool Says(const std::string& line) {
    in_.clear();
    in_.str(line);
    return Confirm(program_, "Go on?");
  }

  std::istringstream in_;
  std::ostringstream out_;
  std::ostringstream err_;
  Program program_{.in = in_,
                   .out = out_,
                   .err = err_,
                   .environment = [](std::string_view) { return std::nullopt; },
                   .clock = clock::SystemClock(),
                   .random = ids::SystemRandom(),
                   .programs = {}};
};

TEST_F(ConfirmTest, OnlyYesIsYes) {
  for (const char* yes : {"y\n", "Y\n", "yes\n", " Yes \n", "y"}) EXPECT_TRUE(Says(yes)) << yes;
  for (const char* no : {"", "\n", "n\n", "no\n", "ye\n", "yy\n", "1\n"})
    EXPECT_FALSE(Says(no)) << no;
  EXPECT_EQ(out_.str(), "");
  EXPECT_THAT(err_.str(), ::testing::HasSubstr("Go on? [y/N] "));
}

TEST_F(ConfirmTest, APersonMustBothSeeAndAnswer) {
  EXPECT_FALSE(CanConfirm(program_));
  program_.in_is_terminal = true;
  EXPECT_FALSE(CanConfirm(program_));
  program_.err_is_terminal = true;
  EXPECT_TRUE(CanConfirm(program_));
}

}  // namespace
}  // namespace collie::cli
