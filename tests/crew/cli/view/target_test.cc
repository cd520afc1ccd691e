#include "crew/cli/view/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using tests::AddPane;
using tests::SamplePane;

class TargetTest : public ::testing::Test {
 protected:
  TargetTest() {
    v1::CrewPart part;
    AddPane(part, "deck", "hello", SamplePane("deploy"));
    AddPane(part, "deck", "hello", SamplePane("review"));
    AddPane(part, "lab", "hello", SamplePane("deploy"));
    AddPane(part, "lab", "deck", SamplePane("only"));
    state_ = tests::StateOf(part);
  }
  const Crew& crew() const { return state_.crew(); }

 private:
  CrewState state_;
};

TEST_F(TargetTest, TakesAWholeName) {
  const auto key = FindConversation("deck/hello/deploy", crew());
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(key->ToString(), "deck/hello/deploy");
}

TEST_F(TargetTest, TakesAShorterNameThatFitsOne) {
  EXPECT_EQ(FindConversation("review", crew())->ToString(), "deck/hello/review");
  EXPECT_EQ(FindConversation("deck/only", crew())->ToString(), "lab/deck/only");
}

TEST_F(TargetTest, RefusesANameThatFitsSeveralAndListsThem) {
  for (const char* name : {"deploy", "hello/deploy"}) {
    const auto key = FindConversation(name, crew());
    EXPECT_TRUE(absl::IsInvalidArgument(key.status()));
    EXPECT_THAT(std::string(key.status().message()),
                AllOf(HasSubstr("deck/hello/deploy"), HasSubstr("lab/hello/deploy")));
  }
}

TEST_F(TargetTest, SaysWhatThereIsWhenNothingFits) {
  const auto key = FindConversation("nothing", crew());
  EXPECT_TRUE(absl::IsNotFound(key.status()));
  EXPECT_THAT(std::string(key.status().message()), HasSubstr("deck/hello/review"));
}

TEST_F(TargetTest, RefusesWhatIsNoName) {
  for (const char* name : {"", "a//b", "a/b/c/d", "..", "a b", "deck/hello/\x1b[2J"}) {
    const auto key = FindConversation(name, crew());
    EXPECT_TRUE(absl::IsInvalidArgument(key.status())) << name;
    EXPECT_EQ(std::string(key.status().message()).find('\x1b'), std::string::npos);
  }
}

TEST_F(TargetTest, AWholeConversationNeedsNoCrew) {
  ASSERT_TRUE(WholeConversation("new/one/p:1").has_value());
  EXPECT_EQ(WholeConversation("new/one/p:1")->pane, "p:1");
  EXPECT_FALSE(WholeConversation("hello/deploy").has_value());
  EXPECT_FALSE(WholeConversation("Not/hello/deploy").has_value());
}

TEST_F(TargetTest, AViewIsFirstWhatItsFormSays) {
  EXPECT_EQ(*FindView("deck", crew()), (ids::ConversationKey{"deck", "", ""}));
  EXPECT_EQ(*FindView("lab/deck", crew()), (ids::ConversationKey{"lab", "deck", ""}));
  EXPECT_EQ(*FindView("", crew()), ids::ConversationKey());
}

TEST_F(TargetTest, AViewTakesShorterNamesThatFitOne) {
  EXPECT_EQ(FindView("review", crew())->ToString(), "deck/hello/review");
  EXPECT_TRUE(absl::IsInvalidArgument(FindView("hello", crew()).status()));
}

TEST_F(TargetTest, ASourceMayBeLeftOutWhereThereIsOne) {
  v1::CrewPart part;
  AddPane(part, "deck", "hello", SamplePane("deploy"));
  EXPECT_EQ(FindSource("", tests::StateOf(part).crew())->source, "hello");
  EXPECT_TRUE(absl::IsInvalidArgument(FindSource("", crew()).status()));
  EXPECT_EQ(FindSource("lab/hello", crew())->member, "lab");
}

}  // namespace
}  // namespace collie::cli
