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
}

TEST(VerbsTest, ARemoteRelayNeedsAnIdentity) {
  tests::CommandLine line;
  EXPECT_EQ(line.Run({"watch", "--once", "--relay", "192.0.2.7:8786"}), 2);
  EXPECT_THAT(line.err.str(), HasSubstr("--identity"));
  EXPECT_EQ(line.Run({"watch", "--once", "--relay", "192.0.2.7:8786", "--identity",
                      (line.state() / "none").string()}),
            1);
}

TEST(VerbsTest, ListsReceiptsAndHistory) {
  tests::CommandLine line;
  tests::FakeRelay relay(line.relay_socket());
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.set_outcome(v1::OUTCOME_REFUSED);
  receipt.set_reason(v1::REASON_BUSY);
  relay.receipts = {receipt};
  EXPECT_EQ(line.Run({"receipts", "deck/hello/deploy", "--limit", "7"}), 0) << line.err.str();
  EXPECT_THAT(line.out.str(), AllOf(HasSubstr("refused"), HasSubstr("Another act holds")));
  EXPECT_EQ(relay.lookups().at(0).limit(), 7);
  EXPECT_EQ(relay.lookups().at(0).conversation().pane(), "deploy");
  EXPECT_EQ(line.Run({"receipts", "--json"}), 0);
  EXPECT_EQ(nlohmann::json::parse(line.out.str())["receipts"][0]["reason"], "busy");
  relay.receipts.clear();
  EXPECT_EQ(line.Run({"receipts"}), 0);
  EXPECT_EQ(line.Run({"receipts", "--request-id", "r-2"}), 1);

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
