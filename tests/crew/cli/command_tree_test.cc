#include "crew/cli/command_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace collie::cli {
namespace {

using ::testing::ElementsAre;

TEST(CommandTreeTest, HoldsVerbsFlagsAndPlacesAsHelpDoes) {
  CLI::App app("What it does.", "collie");
  CLI::App* crew = app.add_subcommand("crew", "The hosts");
  CLI::App* unlock = crew->add_subcommand("unlock", "Let one join again");
  std::string member;
  std::string role;
  bool json = false;
  unlock->add_option("member", member, "Its id")->required()->type_name("MEMBER");
  unlock->add_option("--role", role, "Its role")
      ->check(CLI::IsMember({"viewer", "admin"}))
      ->type_name("ROLE");
  unlock->add_flag("--json", json, "As JSON");
  const Command root = CommandTree(app);
  EXPECT_EQ(root.Name(), "collie");
  ASSERT_EQ(root.verbs.size(), 1u);
  const Command& command = root.verbs[0].verbs.at(0);
  EXPECT_EQ(command.Name("-"), "collie-crew-unlock");
  ASSERT_EQ(command.places.size(), 1u);
  EXPECT_EQ(command.places[0].value, "MEMBER");
  EXPECT_TRUE(command.places[0].required);
  ASSERT_EQ(command.flags.size(), 3u);
  EXPECT_THAT(command.flags[0].names, ElementsAre("-h", "--help"));
  EXPECT_THAT(command.flags[1].choices, ElementsAre("viewer", "admin"));
  EXPECT_EQ(command.flags[1].value, "ROLE");
  EXPECT_THAT(command.flags[2].names, ElementsAre("--json"));
  EXPECT_EQ(command.flags[2].value, "");
}

}  // namespace
}  // namespace collie::cli
