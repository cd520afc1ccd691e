#include "crew/cli/trace_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TraceCommandTest : public ::testing::Test {
 protected:
  TraceCommandTest() : relay_(line_.relay_socket()) {
    v1::Receipt receipt;
    receipt.set_request_id("r-1");
    receipt.set_act(v1::ACT_KIND_CLOSE);
    receipt.mutable_conversation()->set_member("deck");
    receipt.mutable_conversation()->set_source("hello");
    receipt.mutable_conversation()->set_pane("deploy");
    receipt.set_outcome(v1::OUTCOME_UNKNOWN);
    relay_.receipts = {receipt};
  }

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(TraceCommandTest, TellsTheStoryOfOneRequest) {
  EXPECT_EQ(line_.Run({"trace", "r-1"}), 0) << line_.err.str();
  ASSERT_EQ(relay_.lookups().size(), 1u);
  EXPECT_EQ(relay_.lookups().at(0).request_id(), "r-1");
  EXPECT_THAT(line_.out.str(), HasSubstr("close to deck/hello/deploy, request r-1\n"));
}

TEST_F(TraceCommandTest, ItsCommandsReachTheSameRelay) {
  EXPECT_EQ(line_.Run({"trace", "r-1"}), 0);
  const std::string flags = " --state-dir " + line_.state().string();
  EXPECT_THAT(line_.out.str(),
              AllOf(HasSubstr("collie close deck/hello/deploy --request-id r-1 --again" + flags),
                    HasSubstr("collie give-up r-1" + flags)));
}

TEST_F(TraceCommandTest, TheReceiptAsJsonIsTheOnlyData) {
  EXPECT_EQ(line_.Run({"trace", "r-1", "--json"}), 0);
  EXPECT_EQ(nlohmann::json::parse(line_.out.str())["requestId"], "r-1");
}

TEST_F(TraceCommandTest, AnUnknownIdIsAFailureInOneSentence) {
  relay_.receipts.clear();
  EXPECT_EQ(line_.Run({"trace", "r-2"}), 1);
  EXPECT_THAT(line_.out.str(), IsEmpty());
  EXPECT_EQ(line_.err.str(), "collie: there is no request r-2: `collie receipts` lists them\n");
}

TEST_F(TraceCommandTest, WhatIsNoIdIsWrongUsage) {
  EXPECT_EQ(line_.Run({"trace"}), 2);
  EXPECT_EQ(line_.Run({"trace", "r 1"}), 2);
  EXPECT_THAT(relay_.lookups(), IsEmpty());
}

}  // namespace
}  // namespace collie::cli
