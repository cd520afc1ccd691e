#include "tests/bench/options.h"

#include <gtest/gtest.h>

#include <vector>

namespace collie::bench {
namespace {

std::optional<Options> Parse(std::vector<const char*> words, int* exit_code) {
  words.insert(words.begin(), "collie-bench");
  std::vector<char*> arguments;
  for (const char* const word : words) arguments.push_back(const_cast<char*>(word));
  return Options::Parse(static_cast<int>(arguments.size()), arguments.data(), exit_code);
}

TEST(OptionsTest, WithoutFlagsAllCasesRunAtFullSize) {
  int exit_code = 0;
  const auto options = Parse({}, &exit_code);
  ASSERT_TRUE(options.has_value());
  EXPECT_TRUE(options->Wants('a'));
  EXPECT_TRUE(options->Wants('g'));
  EXPECT_EQ(options->edges, 5000);
  EXPECT_EQ(options->watchers, 1000);
  EXPECT_EQ(options->slack, 1);
}

TEST(OptionsTest, OnlyNamesTheCasesToRun) {
  int exit_code = 0;
  const auto options = Parse({"--only", "a,c"}, &exit_code);
  ASSERT_TRUE(options.has_value());
  EXPECT_TRUE(options->Wants('a'));
  EXPECT_FALSE(options->Wants('b'));
  EXPECT_TRUE(options->Wants('c'));
}

TEST(OptionsTest, TheShortFormIsSmallAndLenientUnlessAFlagSaysOtherwise) {
  int exit_code = 0;
  const auto options = Parse({"--short", "--edges", "70"}, &exit_code);
  ASSERT_TRUE(options.has_value());
  EXPECT_TRUE(options->is_short);
  EXPECT_EQ(options->edges, 70);
  EXPECT_LT(options->watchers, 1000);
  EXPECT_GT(options->slack, 1);
}

TEST(OptionsTest, WrongUsageEndsWithTwoAndHelpWithZero) {
  for (const std::vector<const char*>& words : {std::vector<const char*>{"--only", "z"},
                                                {"--edges", "0"},
                                                {"--seconds", "soon"},
                                                {"--no"}}) {
    int exit_code = 0;
    EXPECT_FALSE(Parse(words, &exit_code).has_value()) << words[0];
    EXPECT_EQ(exit_code, 2) << words[0];
  }
  int exit_code = 1;
  EXPECT_FALSE(Parse({"--help"}, &exit_code).has_value());
  EXPECT_EQ(exit_code, 0);
}

}  // namespace
}  // namespace collie::bench
