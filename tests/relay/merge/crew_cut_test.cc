#include "relay/merge/crew_cut.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "relay/merge/crew_view.h"
#include "tests/relay/merge/delta_of.h"
#include "tests/relay/merge/sample_updates.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using tests::MakeAsk;
using tests::MakePane;
using tests::MakeUpdate;

const StreamId kStream{"deck-1", 1};

class CrewCutTest : public ::testing::Test {
 protected:
  CrewCutTest() {
    view_.OnChange([this](const auto& keys) { changed_ = keys; });
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
  }

  // What a reader at a revision has missed.
  std::optional<v1::CrewDelta> ChangesSince(uint64_t revision, const ViewFilter& filter = {}) {
    const auto cut = view_.Cut();
    if (!cut->CanResume(revision)) return std::nullopt;
    return tests::DeltaOf(*cut, filter, revision, clock_.Now());
  }
  std::vector<ids::ConversationKey> changed_;  // by the newest step

  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i-1", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
};

TEST_F(CrewCutTest, AReaderGetsEachKeyOnceAtItsNewest) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  const uint64_t start = view_.revision();
  for (int i = 0; i < 100; ++i) {
    view_.Apply(kStream, MakeUpdate("hello", {MakePane("a", std::to_string(i))}, false));
  }
  const auto delta = ChangesSince(start);
  ASSERT_TRUE(delta.has_value());
  ASSERT_EQ(delta->panes_size(), 1);
  EXPECT_EQ(delta->panes(0).pane().title(), "99");
}

// A reader who ended between two changes of one step would see half of it, whatever the order.
TEST_F(CrewCutTest, ACutShowsEveryStepWhole) {
  const auto before = view_.Cut();
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a", "one"), MakePane("b", "one")}));
  const auto first = view_.Cut();
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("b", "two")}, false));
  const v1::CrewDelta delta = tests::DeltaOf(*first, {}, before->revision(), clock_.Now());
  ASSERT_EQ(delta.panes_size(), 2);
  EXPECT_EQ(delta.panes(0).pane().title(), "one");
  EXPECT_EQ(delta.panes(1).pane().title(), "one");
  EXPECT_EQ(tests::DeltaOf(*before, {}, 0, clock_.Now()).panes_size(), 0);
}

TEST_F(CrewCutTest, APaneNeverComesBeforeItsSource) {
  const uint64_t start = view_.revision();
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  v1::SourceUpdate renamed = MakeUpdate("hello", {}, false);
  renamed.mutable_source()->set_runtime("2.0");
  view_.Apply(kStream, renamed);  // the source is newer than its pane now
  std::vector<ids::ConversationKey> order;
  view_.Cut()->Visit({}, nullptr, start, [&](const CrewEntry& entry) {
    order.push_back(entry.key);
    return true;
  });
  EXPECT_THAT(order, ElementsAre(ids::ConversationKey{"deck-1", "hello", ""},
                                 ids::ConversationKey{"deck-1", "hello", "a"}));
}

TEST_F(CrewCutTest, RemovalsAreSentAndAnAncientReaderRestarts) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  const uint64_t start = view_.revision();
  view_.RemoveSource(kStream, "hello");
  const auto delta = ChangesSince(start);
  ASSERT_TRUE(delta.has_value());
  EXPECT_EQ(delta->removed_size(), 2);  // the pane and its source

  for (size_t i = 0; i < ChangeLog::kTombstones / 2 + 10; ++i) {
    const std::string name = "s" + std::to_string(i);
    view_.Apply(kStream, MakeUpdate(name, {MakePane("a")}));
    view_.RemoveSource(kStream, name);
  }
  EXPECT_FALSE(ChangesSince(start).has_value());
}

TEST_F(CrewCutTest, AFilterLeavesTheRestOut) {
  const uint64_t start = view_.revision();
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  view_.Apply(kStream, MakeUpdate("other", {MakePane("b")}));
  const auto delta = ChangesSince(start, {"deck-1", "other", ""});
  ASSERT_TRUE(delta.has_value());
  ASSERT_EQ(delta->panes_size(), 1);
  EXPECT_EQ(delta->panes(0).pane().id(), "b");
}

TEST_F(CrewCutTest, AStepNamesTheKeysThatItChanged) {
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a"), MakePane("b")}));
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a", "New")}, false));
  EXPECT_THAT(changed_, ElementsAre(ids::ConversationKey{"deck-1", "hello", "a"}));
  std::vector<v1::Pane> many;
  for (size_t i = 0; i < 2 * ChangeLog::kNamed; ++i) {
    many.push_back(MakePane("p" + std::to_string(i)));
  }
  view_.Apply(kStream, MakeUpdate("hello", many));
  EXPECT_THAT(changed_, ElementsAre(ids::ConversationKey{}));  // the whole crew
}

// A deadline that an agent moves is news, the time that passes is none.
TEST_F(CrewCutTest, ADeadlineThatIsMovedReachesReaders) {
  v1::Pane pane = MakePane("a");
  *pane.add_asks() = MakeAsk("x");
  pane.mutable_asks(0)->set_expires(true);
  pane.mutable_asks(0)->set_expires_in_ms(60'000);
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  clock_.Advance(absl::Seconds(10));
  const uint64_t before = view_.revision();
  pane.mutable_asks(0)->set_expires_in_ms(50'200);
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  EXPECT_EQ(view_.revision(), before);
  pane.mutable_asks(0)->set_expires_in_ms(600'000);
  view_.Apply(kStream, MakeUpdate("hello", {pane}));
  const auto delta = ChangesSince(before);
  ASSERT_EQ(delta->panes_size(), 1);
  EXPECT_EQ(delta->panes(0).pane().asks(0).expires_in_ms(), 600'000);
}

}  // namespace
}  // namespace collie::relay
