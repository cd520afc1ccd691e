#include "crew/cli/view/quote.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::cli {
namespace {

TEST(QuoteTest, AShellWordIsOneWord) {
  EXPECT_EQ(ShellWord("/a/b-c.d"), "/a/b-c.d");
  EXPECT_EQ(ShellWord("it's $HOME"), "'it'\\''s $HOME'");
  EXPECT_EQ(ShellWord(""), "''");
}

}  // namespace
}  // namespace collie::cli
