#include "crew/cli/manual_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/command_line.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

TEST(ManualPageTest, HasWordsFlagsAndExitCodes) {
  const Command command{{"collie", "trace"},
                        "The story of one act",
                        {{{"--json"}, "", "", "As JSON", {}, false}},
                        {{{}, "request", "ID", "Its request id", {}, true}},
                        {}};
  const std::string page = ManualPage(command);
  EXPECT_THAT(page, AllOf(HasSubstr(".TH COLLIE\\-TRACE 1"),
                          HasSubstr("collie\\-trace \\- The story of one act"),
                          HasSubstr(".B ID\nIts request id (required)"),
                          HasSubstr(".B \\-\\-json\nAs JSON"), HasSubstr(".SH EXIT STATUS")));
}

TEST(ManualPageTest, NoTextIsARequestOfTheFormatter) {
  const Command command{
      {"collie"}, ".so /etc/passwd", {{{"--x"}, "", "", "'a \\ b\n.c", {}, false}}, {}, {}};
  const std::string page = ManualPage(command);
  EXPECT_THAT(page, AllOf(HasSubstr("\\&'a \\e b .c"), ::testing::Not(HasSubstr("\n.so"))));
}

TEST(ManualPageTest, EveryVerbHasAPageOfItsOwnInAFolder) {
  tests::CommandLine line;
  const std::filesystem::path folder = line.config();
  std::filesystem::create_directories(folder);
  EXPECT_EQ(line.Run({"man", "--into", folder.string()}), 0) << line.err.str();
  for (const char* page : {"collie.1", "collie-watch.1", "collie-crew-unlock.1", "collie-man.1"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / page)) << page;
  }
  EXPECT_EQ(line.Run({"man", "durable", "attach"}), 0);
  EXPECT_THAT(line.out.str(), HasSubstr("COLLIE\\-DURABLE\\-ATTACH"));
  EXPECT_EQ(line.Run({"man", "fly"}), 2);
  EXPECT_EQ(line.Run({"man", "--into", "/nowhere/at/all"}), 1);
}

}  // namespace
}  // namespace collie::cli
