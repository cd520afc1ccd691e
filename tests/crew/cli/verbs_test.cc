#include "crew/cli/verbs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

TEST(VerbsTest, WrongUsageIsTwoAndHelpIsZero) {
  tests::CommandLine line;
  EXPECT_EQ(line.RunBare({}), 2);
  EXPECT_EQ(line.RunBare({"fly"}), 2);
  EXPECT_EQ(line.RunBare({"watch", "--loud"}), 2);
  EXPECT_EQ(line.RunBare({"version", "\xff"}), 2);
  EXPECT_TRUE(line.out.str().empty());
  EXPECT_EQ(line.RunBare({"--help"}), 0);
  EXPECT_THAT(line.out.str(), HasSubstr("watch"));
}

TEST(VerbsTest, AWrongWordNamesTheNearest) {
  tests::CommandLine line;
  EXPECT_EQ(line.RunBare({"frobnicate"}), 2);
  EXPECT_EQ(line.err.str(), "collie: there is no verb \"frobnicate\"\nsee: collie --help\n");
  EXPECT_EQ(line.Bare({"wacth"}),
            "collie: there is no verb \"wacth\"; do you mean watch?\n"
            "see: collie --help\n");
  EXPECT_THAT(line.Bare({"durable", "atach", "x"}),
              AllOf(HasSubstr("do you mean attach?"), HasSubstr("see: collie durable --help")));
  EXPECT_THAT(line.Bare({"watch", "--jsn"}),
              AllOf(HasSubstr("no flag \"--jsn\"; do you mean --json?"),
                    HasSubstr("see: collie watch --help")));
  EXPECT_THAT(line.Bare({"trace"}), AllOf(HasSubstr("request"), HasSubstr("collie trace --help")));
}

TEST(VerbsTest, WithoutAWordItShowsTheVerbs) {
  tests::CommandLine line;
  EXPECT_EQ(line.RunBare({}), 2);
  EXPECT_THAT(line.err.str(), AllOf(HasSubstr("watch"), HasSubstr("receipts")));
}

TEST(VerbsTest, OutputThatCannotBeWrittenIsAFailureWhateverTheVerb) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"version"},
        {"--help"},
        {"--version"},
        {"completion", "bash"},
        {"man"},
        {"doctor", "--state-dir", "/nowhere", "--config-dir", "/nowhere"}}) {
    tests::CommandLine line;
    line.out.setstate(std::ios::badbit);
    EXPECT_EQ(line.RunOn(words), 1) << words[0];
    EXPECT_THAT(line.err.str(), HasSubstr("cannot be written")) << words[0];
  }
}

TEST(VerbsTest, EveryVerbHasHelpAndTakesTheFolders) {
  const std::vector<std::vector<std::string>> verbs = {{"up"},
                                                       {"watch"},
                                                       {"send"},
                                                       {"answer"},
                                                       {"steer"},
                                                       {"stop"},
                                                       {"rename"},
                                                       {"close"},
                                                       {"reopen"},
                                                       {"action"},
                                                       {"start"},
                                                       {"history"},
                                                       {"receipts"},
                                                       {"trace"},
                                                       {"give-up"},
                                                       {"devices", "pair"},
                                                       {"devices", "list"},
                                                       {"devices", "revoke"},
                                                       {"doctor"},
                                                       {"completion"},
                                                       {"man"},
                                                       {"version"},
                                                       {"durable", "attach"},
                                                       {"durable", "detach"},
                                                       {"durable", "list"}};
  for (std::vector<std::string> words : verbs) {
    tests::CommandLine line;
    words.push_back("--help");
    EXPECT_EQ(line.RunBare(words), 0) << words[0];
    EXPECT_THAT(line.out.str(), AllOf(HasSubstr("--state-dir"), HasSubstr("--config-dir")))
        << words[0];
  }
}

TEST(VerbsTest, SaysItsVersion) {
  tests::CommandLine line;
  EXPECT_EQ(line.Run({"version", "--json"}), 0);
  EXPECT_FALSE(nlohmann::json::parse(line.out.str())["version"].get<std::string>().empty());
  EXPECT_EQ(line.RunBare({"--version"}), 0);
  EXPECT_THAT(line.out.str(), ::testing::StartsWith("collie "));
}

TEST(VerbsTest, ARemoteRelayNeedsAnIdentity) {
  tests::CommandLine line;
  EXPECT_EQ(line.Run({"watch", "--once", "--relay", "192.0.2.7:8786"}), 2);
  EXPECT_THAT(line.err.str(), HasSubstr("--identity"));
  EXPECT_EQ(line.Run({"watch", "--once", "--relay", "192.0.2.7:8786", "--identity",
                      (line.state() / "none").string()}),
            1);
}

TEST(VerbsTest, ReadsHistoryAPageAtATime) {
  tests::CommandLine line;
  tests::FakeRelay relay(line.relay_socket());
  auto& item = *relay.history.add_items();
  item.set_id("i");
  item.set_kind(v1::ITEM_KIND_USER);
  item.set_text("Ship it");
  relay.history.set_before("c 1");
  EXPECT_EQ(line.Run({"history", "deck/hello/deploy"}), 0);
  EXPECT_THAT(line.out.str(), HasSubstr("user\n  Ship it\n"));
  EXPECT_THAT(line.err.str(), HasSubstr("--before 'c 1'"));
}

}  // namespace
}  // namespace collie::cli
