#include "crew/cli/answer_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class AnswerCommandTest : public ::testing::Test {
 protected:
  AnswerCommandTest() : relay_(line_.relay_socket()) {
    v1::Pane pane = tests::SamplePane("deploy");
    *pane.add_asks() = tests::SamplePermission();
    tests::AddPane(relay_.crew, "deck", "hello", pane);
  }

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(AnswerCommandTest, WithoutATerminalNothingIsAnsweredUnseen) {
  for (std::vector<std::string> words :
       {std::vector<std::string>{"answer", "deploy"}, {"answer", "deploy", "deploy-1"}}) {
    words.insert(words.end(), {"--option", "yes"});
    EXPECT_EQ(line_.Run(words), 2);
    EXPECT_THAT(line_.err.str(),
                AllOf(HasSubstr("? Deploy to staging?"),
                      HasSubstr("run: collie answer deck/hello/deploy deploy-1 --option yes "
                                "--hash 3f9a1c2044bb --state-dir " +
                                line_.state().string())));
    EXPECT_TRUE(relay_.acts().empty());
  }
}

TEST_F(AnswerCommandTest, AtATerminalTheQuestionIsShownAndConfirmed) {
  relay_.crew.mutable_panes(0)->mutable_pane()->mutable_asks(0)->set_detail("rm -rf /");
  line_.has_terminal = true;
  line_.in.str("y\n");
  EXPECT_EQ(line_.Run({"answer", "deploy", "--option", "yes"}), 0) << line_.err.str();
  EXPECT_THAT(line_.err.str(), AllOf(HasSubstr("? Deploy to staging?"), HasSubstr("rm -rf /"),
                                     HasSubstr("your answer: Yes  (yes)"), HasSubstr("[y/N]")));
  ASSERT_EQ(relay_.acts().size(), 1u);
  const v1::AnswerAsk answer = relay_.acts().at(0).answer();
  EXPECT_EQ(answer.ask_id(), "deploy-1");
  EXPECT_EQ(answer.hash(), "3f9a1c2044bbaa00");
  EXPECT_THAT(answer.answer().picked().option_ids(), ElementsAre("yes"));
}

TEST_F(AnswerCommandTest, APersonWhoDoesNotSayYesSendsNothing) {
  line_.has_terminal = true;
  for (const char* said : {"n\n", "\n", "", "yess\n", "allow\n"}) {
    line_.in.clear();
    line_.in.str(said);
    EXPECT_EQ(line_.Run({"answer", "deploy", "--option", "yes"}), 1) << said;
    EXPECT_THAT(line_.err.str(), HasSubstr("nothing was sent"));
  }
  EXPECT_TRUE(relay_.acts().empty());
}

TEST_F(AnswerCommandTest, AShortHashNamesNoQuestion) {
  EXPECT_EQ(line_.Run({"answer", "deploy", "deploy-1", "--option", "yes", "--hash", "3f9a"}), 2);
  EXPECT_THAT(line_.err.str(), HasSubstr("8 digits"));
  EXPECT_TRUE(relay_.acts().empty());
}

TEST_F(AnswerCommandTest, WithoutAnAnswerTheQuestionIsShownWithItsCommands) {
  EXPECT_EQ(line_.Run({"answer", "deploy"}), 2);
  EXPECT_THAT(line_.err.str(), AllOf(HasSubstr("? Deploy to staging?"),
                                     HasSubstr("No:  collie answer"), HasSubstr("one --option")));
}

TEST_F(AnswerCommandTest, TheCommandThatIsShownWorksAsItIs) {
  EXPECT_EQ(line_.Run({"answer", "deck/hello/deploy", "deploy-1", "--option", "ever", "--confirm",
                       "--hash", "3f9a1c2044bb"}),
            0)
      << line_.err.str();
  EXPECT_TRUE(relay_.acts().at(0).answer().confirmed());
}

TEST_F(AnswerCommandTest, AnOptionNeverSwallowsTheNameOfTheQuestion) {
  EXPECT_EQ(
      line_.Run({"answer", "--option", "yes", "deploy", "deploy-1", "--hash", "3f9a1c2044bb"}), 0)
      << line_.err.str();
  EXPECT_THAT(relay_.acts().at(0).answer().answer().picked().option_ids(), ElementsAre("yes"));
}

TEST_F(AnswerCommandTest, SeveralPicksAreSeveralOptions) {
  auto& ask = *relay_.crew.mutable_panes(0)->mutable_pane()->mutable_asks(0);
  ask.set_kind(v1::ASK_KIND_CHOICE);
  ask.set_multiple(true);
  EXPECT_EQ(line_.Run({"answer", "deploy", "deploy-1", "--option", "yes", "--option", "no",
                       "--hash", "3f9a1c2044bb"}),
            0)
      << line_.err.str();
  EXPECT_THAT(relay_.acts().at(0).answer().answer().picked().option_ids(),
              ElementsAre("yes", "no"));
}

TEST_F(AnswerCommandTest, AnotherQuestionThanTheOneSeenIsNotAnswered) {
  EXPECT_EQ(line_.Run({"answer", "deploy", "--option", "yes", "--hash", "ffffffffffff"}), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("changed"));
  EXPECT_TRUE(relay_.acts().empty());
}

TEST_F(AnswerCommandTest, AnAnswerThatDoesNotFitIsNotSent) {
  EXPECT_EQ(line_.Run({"answer", "deploy", "--option", "perhaps"}), 2);
  EXPECT_EQ(line_.Run({"answer", "deploy", "--option", "ever"}), 2);
  EXPECT_EQ(line_.Run({"answer", "deploy", "--text", "yes"}), 2);
  EXPECT_EQ(line_.Run({"answer", "deploy", "other", "--option", "yes"}), 1);
  EXPECT_TRUE(relay_.acts().empty());
}

TEST_F(AnswerCommandTest, ARetryCarriesTheFirstTrysHashEvenWhenTheQuestionIsGone) {
  relay_.crew.mutable_panes(0)->mutable_pane()->clear_asks();
  v1::Receipt first;
  first.set_request_id("r-1");
  first.set_ask_hash("first");
  relay_.receipts = {first};
  EXPECT_EQ(line_.Run({"answer", "deploy", "deploy-1", "--option", "yes", "--request-id", "r-1",
                       "--again"}),
            0)
      << line_.err.str();
  EXPECT_EQ(relay_.lookups().at(0).request_id(), "r-1");
  EXPECT_EQ(relay_.acts().at(0).answer().hash(), "first");
  EXPECT_TRUE(relay_.acts().at(0).again());
}

TEST_F(AnswerCommandTest, AnUnknownOutcomeSaysHowToRetry) {
  relay_.on_act = [](const v1::ActRequest&, v1::Receipt& receipt) {
    receipt.set_outcome(v1::OUTCOME_UNKNOWN);
    return grpc::Status::OK;
  };
  EXPECT_EQ(line_.Run({"answer", "deploy", "deploy-1", "--option", "yes", "--hash", "3f9a1c2044bb",
                       "--request-id", "r-1"}),
            3);
  EXPECT_THAT(line_.err.str(),
              HasSubstr("try again with: collie answer deck/hello/deploy deploy-1 --option yes "
                        "--request-id r-1 --again --state-dir " +
                        line_.state().string()));
}

TEST_F(AnswerCommandTest, ARetryOfAnUnknownRequestSendsNothing) {
  EXPECT_EQ(line_.Run({"answer", "deploy", "deploy-1", "--option", "yes", "--request-id", "r-1",
                       "--again"}),
            1);
  EXPECT_TRUE(relay_.acts().empty());
}

}  // namespace
}  // namespace collie::cli
