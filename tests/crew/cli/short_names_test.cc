#include "crew/cli/short_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A crew in which `main` of one agent takes the place of another's.
class ShortNamesTest : public ::testing::Test {
 protected:
  ShortNamesTest() : relay_(line_.relay_socket()) { Attach({"one"}); }

  // From now on these agents are attached, each with a conversation `main`.
  void Attach(const std::vector<std::string>& agents) {
    relay_.crew.Clear();
    for (const std::string& agent : agents) {
      tests::AddPane(relay_.crew, "deck", agent, tests::SamplePane("main"));
    }
  }
  int Steer(const std::string& name = "main") {
    return line_.Run({"steer", name, "--text", "left", "--turn", "t-1"});
  }
  std::string LastSource() const { return relay_.acts().back().conversation().source(); }

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(ShortNamesTest, AScriptNeverReachesAnotherAgentByTheSameName) {
  EXPECT_EQ(Steer(), 0) << line_.err.str();
  EXPECT_EQ(Steer(), 0);
  Attach({"two"});
  EXPECT_EQ(Steer(), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("\"main\" meant deck/one/main last; now it means "
                                         "deck/two/main: write the whole name"));
  EXPECT_EQ(Steer(), 2);  // and it stays refused
  EXPECT_EQ(relay_.acts().size(), 2u);
  EXPECT_EQ(Steer("deck/two/main"), 0);
  EXPECT_EQ(Steer(), 2);  // a whole name says nothing of the short one
}

TEST_F(ShortNamesTest, ANameThatFittedSeveralDoesNotFallToTheOneThatIsLeft) {
  Attach({"one", "two"});
  EXPECT_EQ(Steer(), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("fits several"));
  Attach({"two"});
  EXPECT_EQ(Steer(), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("meant deck/one/main or deck/two/main last"));
  EXPECT_THAT(relay_.acts(), IsEmpty());
}

TEST_F(ShortNamesTest, APersonAtATerminalIsAskedOnce) {
  EXPECT_EQ(Steer(), 0);
  Attach({"two"});
  line_.has_terminal = true;
  line_.in.str("n\n");
  EXPECT_EQ(Steer(), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("nothing was sent"));
  line_.in.clear();
  line_.in.str("y\n");
  EXPECT_EQ(Steer(), 0);
  EXPECT_EQ(LastSource(), "two");
  line_.has_terminal = false;
  EXPECT_EQ(Steer(), 0);  // it means that now
  EXPECT_EQ(LastSource(), "two");
}

TEST_F(ShortNamesTest, WhatAPersonWatchedIsWhatTheNameMeans) {
  EXPECT_EQ(line_.Run({"watch", "main", "--once"}), 0) << line_.err.str();
  Attach({"two"});
  EXPECT_EQ(Steer(), 2);
}

TEST_F(ShortNamesTest, AReadSaysThatTheNameMovedAndChangesNothing) {
  EXPECT_EQ(Steer(), 0);
  Attach({"two"});
  EXPECT_EQ(line_.Run({"watch", "main", "--once"}), 0);
  EXPECT_THAT(line_.err.str(), HasSubstr("now it means deck/two/main"));
  EXPECT_EQ(Steer(), 2);
}

TEST_F(ShortNamesTest, TheOnlyAgentIsANameToo) {
  relay_.crew.mutable_sources(0)->mutable_source()->add_starters()->set_id("new");
  EXPECT_EQ(line_.Run({"start"}), 0) << line_.err.str();
  Attach({"two"});
  relay_.crew.mutable_sources(0)->mutable_source()->add_starters()->set_id("new");
  EXPECT_EQ(line_.Run({"start"}), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("the only agent meant deck/one last"));
  EXPECT_EQ(line_.Run({"start", "deck/two"}), 0) << line_.err.str();
}

}  // namespace
}  // namespace collie::cli
