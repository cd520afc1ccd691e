#include "crew/cli/act_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "crew/status/grpc_status.h"
#include "crew/status/reason.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ActCommandTest : public ::testing::Test {
 protected:
  ActCommandTest() : relay_(line_.relay_socket()) {
    tests::AddPane(relay_.crew, "deck", "hello", tests::SamplePane("deploy"));
    relay_.on_act = [](const v1::ActRequest&, v1::Receipt& receipt) {
      receipt.set_act(v1::ACT_KIND_SEND);
      return grpc::Status::OK;
    };
  }

  void Answer(v1::Outcome outcome) {
    relay_.on_act = [outcome](const v1::ActRequest&, v1::Receipt& receipt) {
      receipt.set_outcome(outcome);
      return grpc::Status::OK;
    };
  }
  void Refuse(const grpc::Status& status) {
    relay_.on_act = [status](const v1::ActRequest&, v1::Receipt&) { return status; };
  }
  // As the relay does: a sentence, and the reason as data.
  void Refuse(absl::StatusCode code, std::string_view reason, const std::string& sentence) {
    Refuse(status::ToGrpc(status::WithReason({code, sentence}, reason)));
  }

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(ActCommandTest, SendsForTheTurnThatItReadAndShowsIt) {
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", "Ship it"}), 0) << line_.err.str();
  ASSERT_EQ(relay_.acts().size(), 1u);
  const v1::ActRequest act = relay_.acts().front();
  EXPECT_EQ(act.conversation().member(), "deck");
  EXPECT_EQ(act.conversation().pane(), "deploy");
  EXPECT_EQ(act.send().turn(), "t-1");
  EXPECT_EQ(act.send().text(), "Ship it");
  EXPECT_FALSE(act.request_id().empty());
  EXPECT_FALSE(act.again());
  EXPECT_THAT(line_.err.str(), HasSubstr("turn t-1 (idle)"));
  EXPECT_THAT(line_.out.str(), HasSubstr("send to deck/hello/deploy: sent."));
}

TEST_F(ActCommandTest, EachIntentHasItsOwnRequestId) {
  line_.Run({"send", "deploy", "--text", "one"});
  line_.Run({"send", "deploy", "--text", "one"});
  ASSERT_EQ(relay_.acts().size(), 2u);
  EXPECT_NE(relay_.acts()[0].request_id(), relay_.acts()[1].request_id());
}

TEST_F(ActCommandTest, AGivenTurnAndAWholeNameNeedNoRead) {
  EXPECT_EQ(line_.Run({"send", "deck/hello/deploy", "--text", "x", "--turn", "t-0", "--request-id",
                       "r-9"}),
            0);
  EXPECT_TRUE(relay_.watches().empty());
  EXPECT_EQ(relay_.acts().at(0).send().turn(), "t-0");
  EXPECT_EQ(relay_.acts().at(0).request_id(), "r-9");
}

TEST_F(ActCommandTest, ReadsTheTextFromStandardInput) {
  line_.in.str("two\nlines\n");
  EXPECT_EQ(line_.Run({"send", "deploy", "-"}), 0) << line_.err.str();
  EXPECT_EQ(relay_.acts().at(0).send().text(), "two\nlines");
}

TEST_F(ActCommandTest, RefusesATextThatCannotBeSent) {
  EXPECT_EQ(line_.Run({"send", "deploy"}), 2);
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", ""}), 2);
  line_.in.str("\xff");
  EXPECT_EQ(line_.Run({"send", "deploy", "-"}), 2);
  line_.in.clear();
  line_.in.str(std::string(70'000, 'x'));
  EXPECT_EQ(line_.Run({"send", "deploy", "-"}), 2);
  EXPECT_TRUE(relay_.acts().empty());
}

TEST_F(ActCommandTest, TheReceiptAsJsonIsTheOnlyData) {
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x", "--json"}), 0);
  const auto json = nlohmann::json::parse(line_.out.str());
  EXPECT_EQ(json["outcome"], "sent");
  EXPECT_EQ(json["conversation"]["pane"], "deploy");
}

TEST_F(ActCommandTest, TheExitCodeFollowsTheOutcome) {
  for (const auto& [outcome, code] : {std::pair(v1::OUTCOME_REFUSED, 1),
                                      {v1::OUTCOME_PENDING, 3},
                                      {v1::OUTCOME_UNKNOWN, 3},
                                      {v1::OUTCOME_MAYBE_APPLIED, 3}}) {
    Answer(outcome);
    EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x"}), code);
  }
}

TEST_F(ActCommandTest, AnUnknownOutcomeSaysHowToRetry) {
  Answer(v1::OUTCOME_UNKNOWN);
  line_.Run({"send", "deploy", "--text", "x", "--request-id", "r-1"});
  const std::string again =
      "try again with: collie send deck/hello/deploy --text x --turn t-1 --request-id r-1 --again "
      "--state-dir " +
      line_.state().string();
  EXPECT_THAT(line_.err.str(), HasSubstr(again));
}

TEST_F(ActCommandTest, OnlyAnUnknownOutcomeSaysToRetry) {
  for (const v1::Outcome outcome :
       {v1::OUTCOME_SENT, v1::OUTCOME_REFUSED, v1::OUTCOME_PENDING, v1::OUTCOME_MAYBE_APPLIED}) {
    Answer(outcome);
    line_.Run({"send", "deploy", "--text", "x"});
    EXPECT_THAT(line_.out.str() + line_.err.str(),
                Not(AnyOf(HasSubstr("--again"), HasSubstr("try again"))))
        << v1::Outcome_Name(outcome);
  }
}

TEST_F(ActCommandTest, EveryActCanBeRetried) {
  relay_.crew.mutable_sources(0)->mutable_source()->add_starters()->set_id("new");
  const std::string where = "deck/hello/deploy";
  const std::vector<std::vector<std::string>> acts = {
      {"send", where, "--text", "x", "--turn", "t-1"},
      {"steer", where, "--text", "x", "--turn", "t-1"},
      {"stop", where},
      {"rename", where, "title"},
      {"close", where},
      {"reopen", where},
      {"action", where, "compact"},
      {"start", "deck/hello", "new"}};
  for (std::vector<std::string> words : acts) {
    words.insert(words.end(), {"--request-id", "r", "--again"});
    EXPECT_EQ(line_.Run(words), 0) << words[0] << line_.err.str();
    EXPECT_TRUE(relay_.acts().back().again()) << words[0];
    EXPECT_EQ(relay_.acts().back().request_id(), "r") << words[0];
  }
  EXPECT_EQ(relay_.acts().size(), acts.size());
}

TEST_F(ActCommandTest, ThePastedCommandSaysTheSame) {
  Answer(v1::OUTCOME_UNKNOWN);
  line_.Run({"steer", "deploy", "--text", "it's $HOME", "--request-id", "r-1"});
  EXPECT_THAT(line_.err.str(), HasSubstr("--text 'it'\\''s $HOME' --turn t-1 --request-id r-1"));
  line_.in.str("two\nlines\n");
  line_.Run({"send", "deploy", "-", "--request-id", "r-2"});
  EXPECT_THAT(line_.err.str(), HasSubstr("in the same words as before, with: collie send "
                                         "deck/hello/deploy - --turn t-1 --request-id r-2"));
}

TEST_F(ActCommandTest, ARetryRepeatsTheFirstTryOrNothing) {
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x", "--again"}), 2);
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x", "--again", "--request-id", "r"}), 2);
  EXPECT_TRUE(relay_.acts().empty());
  EXPECT_EQ(
      line_.Run({"send", "deploy", "--text", "x", "--again", "--request-id", "r", "--turn", "t-1"}),
      0);
  EXPECT_TRUE(relay_.acts().at(0).again());
}

TEST_F(ActCommandTest, ACallThatBrokeIsUnknownAndNamesItsRequest) {
  Refuse({grpc::StatusCode::UNAVAILABLE, "Socket closed"});
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x", "--request-id", "r-1"}), 3);
  EXPECT_THAT(line_.err.str(), HasSubstr("collie trace r-1 --state-dir"));
  EXPECT_EQ(relay_.acts().size(), 1u);
}

TEST_F(ActCommandTest, ARefusalWithoutAReceiptIsAFailure) {
  for (const auto& [code, reason] :
       {std::pair(absl::StatusCode::kPermissionDenied, "not-allowed"),
        std::pair(absl::StatusCode::kAlreadyExists, "request-id-reused"),
        std::pair(absl::StatusCode::kUnavailable, "draining"),
        std::pair(absl::StatusCode::kUnavailable, "store-unavailable"),
        std::pair(absl::StatusCode::kUnavailable, "member-unreachable")}) {
    Refuse(code, reason, "A sentence.");
    EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x"}), 1) << reason;
    EXPECT_THAT(line_.err.str(), HasSubstr("collie: A sentence.\n")) << reason;
  }
}

// Whatever the sentence says, in whatever language: the reason beside it decides.
TEST_F(ActCommandTest, TheReasonAndNotTheSentenceDecides) {
  for (const std::string sentence : {"Es endet gerade", "The store is full", "draining", ""}) {
    Refuse(absl::StatusCode::kUnavailable, "draining", sentence);
    EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x"}), 1) << sentence;
    Refuse(absl::StatusCode::kUnavailable, "fenced", sentence);
    EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x"}), 3) << sentence;
  }
  for (const std::string sentence :
       {"draining: the relay is shutting down.", "store-unavailable."}) {
    Refuse({grpc::StatusCode::UNAVAILABLE, sentence});
    EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x"}), 3) << sentence;
    EXPECT_THAT(line_.err.str(), HasSubstr("cannot be reached")) << sentence;
  }
}

TEST_F(ActCommandTest, AnAmbiguousNameActsOnNothing) {
  tests::AddPane(relay_.crew, "lab", "hello", tests::SamplePane("deploy"));
  EXPECT_EQ(line_.Run({"send", "deploy", "--text", "x"}), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("lab/hello/deploy"));
  EXPECT_TRUE(relay_.acts().empty());
}

TEST_F(ActCommandTest, TheOtherActsSayWhatTheyAre) {
  const std::string where = "deck/hello/deploy";
  EXPECT_EQ(line_.Run({"steer", where, "--text", "left"}), 0);
  EXPECT_EQ(line_.Run({"stop", where}), 0);
  EXPECT_EQ(line_.Run({"stop", where, "--turn", "t-7"}), 0);
  EXPECT_EQ(line_.Run({"rename", where, "New title"}), 0);
  EXPECT_EQ(line_.Run({"close", where}), 0);
  EXPECT_EQ(line_.Run({"reopen", where}), 0);
  EXPECT_EQ(line_.Run({"action", where, "compact"}), 0);
  const auto acts = relay_.acts();
  ASSERT_EQ(acts.size(), 7u);
  EXPECT_EQ(acts[0].steer().turn(), "t-1");
  EXPECT_TRUE(acts[1].has_stop() && acts[1].stop().turn().empty());
  EXPECT_EQ(acts[2].stop().turn(), "t-7");
  EXPECT_EQ(acts[3].rename().title(), "New title");
  EXPECT_TRUE(acts[4].has_close());
  EXPECT_TRUE(acts[5].has_reopen());
  EXPECT_EQ(acts[6].action().action_id(), "compact");
}

TEST_F(ActCommandTest, StartPicksTheOnlySourceAndStarter) {
  relay_.crew.mutable_sources(0)->mutable_source()->add_starters()->set_id("new");
  EXPECT_EQ(line_.Run({"start", "--text", "hello"}), 0) << line_.err.str();
  EXPECT_EQ(relay_.acts().at(0).conversation().source(), "hello");
  EXPECT_EQ(relay_.acts().at(0).conversation().pane(), "");
  EXPECT_EQ(relay_.acts().at(0).start().starter_id(), "new");
  relay_.crew.mutable_sources(0)->mutable_source()->add_starters()->set_id("other");
  EXPECT_EQ(line_.Run({"start"}), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("new, other"));
}

}  // namespace
}  // namespace collie::cli
