#include "crew/cli/watch_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "crew/cli/follower.h"
#include "crew/local/local_channel.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class WatchCommandTest : public ::testing::Test {
 protected:
  WatchCommandTest() {
    relay_.emplace(line_.relay_socket());
    v1::Pane pane = tests::SamplePane("deploy");
    pane.set_open_asks(1);
    *pane.add_asks() = tests::SamplePermission();
    tests::AddPane(relay_->crew, "deck", "hello", pane);
    tests::AddPane(relay_->crew, "lab", "other", tests::SamplePane("quiet"));
  }

  Endpoint endpoint() {
    return {"the relay", [this] { return local::RelayChannel(line_.relay_socket()); }};
  }

  tests::CommandLine line_;
  std::optional<tests::FakeRelay> relay_;
};

TEST_F(WatchCommandTest, OnceShowsTheListAndEnds) {
  EXPECT_EQ(line_.Run({"watch", "--once"}), 0) << line_.err.str();
  EXPECT_THAT(line_.out.str(),
              AllOf(HasSubstr("label of deck"), HasSubstr("? Deploy to staging?"),
                    HasSubstr(" deck/hello/deploy deploy-1 --option yes"), Not(HasSubstr("\x1b"))));
}

TEST_F(WatchCommandTest, OnceAsJsonIsTheSnapshot) {
  EXPECT_EQ(line_.Run({"watch", "--once", "--json"}), 0);
  const auto json = nlohmann::json::parse(line_.out.str());
  EXPECT_EQ(json["event"], "snapshot");
  EXPECT_EQ(json["members"][0]["sources"][0]["panes"][0]["ask"]["askId"], "deploy-1");
}

TEST_F(WatchCommandTest, AsksForThePartThatWasNamed) {
  EXPECT_EQ(line_.Run({"watch", "quiet", "--once", "--passive"}), 0) << line_.err.str();
  const auto watches = relay_->watches();
  ASSERT_EQ(watches.size(), 2u);
  EXPECT_TRUE(watches[0].passive());
  EXPECT_EQ(watches[1].member(), "lab");
  EXPECT_EQ(watches[1].source(), "other");
  EXPECT_EQ(watches[1].pane(), "quiet");
  EXPECT_TRUE(watches[1].passive());
}

TEST_F(WatchCommandTest, FollowsTheConversationThatWasNamed) {
  v1::ConversationEvent event;
  auto& item = *event.add_items();
  item.set_id("i");
  item.set_kind(v1::ITEM_KIND_ASSISTANT);
  item.set_text("Building");
  *event.add_asks() = tests::SamplePermission();
  relay_->conversation = {event};
  EXPECT_EQ(line_.Run({"watch", "deck/hello/deploy", "--once"}), 0) << line_.err.str();
  EXPECT_THAT(line_.out.str(),
              AllOf(HasSubstr("assistant\n  Building"), HasSubstr("? Deploy to staging?")));
}

TEST_F(WatchCommandTest, SaysWhatThereIsForANameThatIsNot) {
  EXPECT_EQ(line_.Run({"watch", "nobody", "--once"}), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("deck/hello/deploy"));
}

TEST_F(WatchCommandTest, SaysSoWhenNoRelayIsThere) {
  relay_.reset();
  EXPECT_EQ(line_.Run({"watch", "--once"}), 1);
  EXPECT_THAT(line_.err.str(), HasSubstr("collie up"));
}

// The news until one of a kind came.
template <typename Kind>
std::optional<Kind> Await(Inbox& inbox) {
  while (auto news = inbox.TakeNews(absl::Seconds(20))) {
    if (auto* one = std::get_if<Kind>(&*news)) return std::move(*one);
  }
  return std::nullopt;
}

TEST_F(WatchCommandTest, ResumesWhereItWasWhenTheRelayComesBack) {
  relay_->CutNext(1);
  const Endpoint where = endpoint();
  Inbox inbox;
  const Follower<CrewStream> follower(CrewStream(), where, inbox, ids::SystemRandom());
  const auto lost = Await<LinkLost>(inbox);
  ASSERT_TRUE(lost.has_value());
  EXPECT_THAT(lost->why, HasSubstr("going down"));
  ASSERT_TRUE(Await<LinkBack>(inbox).has_value());
  const auto watches = relay_->watches();
  ASSERT_EQ(watches.size(), 2u);
  EXPECT_EQ(watches[1].resume().incarnation(), "i-1");
  EXPECT_EQ(watches[1].resume().revision(), "1");
}

TEST_F(WatchCommandTest, GivesUpAtARelayThatWasNeverThere) {
  relay_.reset();
  const Endpoint where = endpoint();
  Inbox inbox;
  const Follower<CrewStream> follower(CrewStream(), where, inbox, ids::SystemRandom());
  const auto ended = Await<StreamEnded>(inbox);
  ASSERT_TRUE(ended.has_value());
  EXPECT_FALSE(ended->why.ok());
}

}  // namespace
}  // namespace collie::cli
