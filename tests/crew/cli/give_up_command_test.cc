#include "crew/cli/give_up_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "crew/status/grpc_status.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class GiveUpCommandTest : public ::testing::Test {
 protected:
  GiveUpCommandTest() : relay_(line_.relay_socket()) { Answer(v1::OUTCOME_UNKNOWN); }

  void Answer(v1::Outcome outcome) {
    relay_.on_give_up = [outcome](const std::string&, v1::Receipt& receipt) {
      receipt.set_act(v1::ACT_KIND_SEND);
      receipt.mutable_conversation()->set_member("deck");
      receipt.mutable_conversation()->set_source("hello");
      receipt.mutable_conversation()->set_pane("deploy");
      receipt.set_outcome(outcome);
      if (outcome == v1::OUTCOME_UNKNOWN) receipt.set_reason(v1::REASON_GIVEN_UP);
      return grpc::Status::OK;
    };
  }
  void Refuse(absl::StatusCode code, const std::string& sentence) {
    relay_.on_give_up = [code, sentence](const std::string&, v1::Receipt&) {
      return status::ToGrpc({code, sentence});
    };
  }

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(GiveUpCommandTest, PrintsTheReceiptAndThatItsOutcomeIsNotKnown) {
  EXPECT_EQ(line_.Run({"give-up", "r-1"}), 3) << line_.err.str();
  EXPECT_THAT(relay_.given_up(), ElementsAre("r-1"));
  EXPECT_EQ(line_.out.str(),
            "send to deck/hello/deploy: unknown. An operator gave this act up: look at the "
            "conversation to see whether it ran, or try again. (request r-1)\n");
}

TEST_F(GiveUpCommandTest, TheReceiptAsJsonIsTheOnlyData) {
  EXPECT_EQ(line_.Run({"give-up", "r-1", "--json"}), 3);
  const auto json = nlohmann::json::parse(line_.out.str());
  EXPECT_EQ(json["outcome"], "unknown");
  EXPECT_EQ(json["reason"], "given-up");
}

TEST_F(GiveUpCommandTest, TheExitCodeFollowsTheOutcomeOfASettledAct) {
  Answer(v1::OUTCOME_SENT);
  EXPECT_EQ(line_.Run({"give-up", "r-1"}), 0);
  Answer(v1::OUTCOME_REFUSED);
  EXPECT_EQ(line_.Run({"give-up", "r-1"}), 1);
  Answer(v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(line_.Run({"give-up", "r-1"}), 3);
}

TEST_F(GiveUpCommandTest, WhatWasNotGivenUpIsAFailureWithTheRelaysSentence) {
  for (const auto code : {absl::StatusCode::kNotFound, absl::StatusCode::kUnavailable,
                          absl::StatusCode::kFailedPrecondition}) {
    Refuse(code, "One plain sentence.");
    EXPECT_EQ(line_.Run({"give-up", "r-1"}), 1) << absl::StatusCodeToString(code);
    EXPECT_EQ(line_.err.str(), "collie: One plain sentence.\n");
    EXPECT_THAT(line_.out.str(), IsEmpty());
  }
}

TEST_F(GiveUpCommandTest, WhatIsNoIdIsWrongUsage) {
  EXPECT_EQ(line_.Run({"give-up"}), 2);
  EXPECT_EQ(line_.Run({"give-up", "r 1"}), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("no request id"));
  EXPECT_THAT(relay_.given_up(), IsEmpty());
}

TEST_F(GiveUpCommandTest, IsForTheLeadAlone) {
  EXPECT_EQ(line_.Run({"give-up", "--help"}), 0);
  EXPECT_THAT(line_.out.str(), Not(HasSubstr("--relay")));
}

}  // namespace
}  // namespace collie::cli
