#include "relay/merge/view_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;

v1::Removal Removal(const std::string& member, const std::string& source = "",
                    const std::string& pane = "") {
  v1::Removal removal;
  removal.set_member(member);
  removal.set_source(source);
  removal.set_pane(pane);
  return removal;
}

void PutPane(ViewChanges& changes, const std::string& source, const std::string& id) {
  v1::Pane pane;
  pane.set_id(id);
  changes.PutPane("deck", source, 0, pane);
}

void PutSource(ViewChanges& changes, const std::string& name) {
  v1::Source source;
  source.set_name(name);
  changes.PutSource("deck", source);
}

// One line a key: what happens to it, in the order of writing.
std::vector<std::string> Lines(const ViewChanges& changes) {
  std::vector<std::string> lines;
  for (const auto& [key, change] : changes.changes()) {
    lines.push_back(
        absl::StrCat(change.removes ? "-" : "", change.writes ? "+" : "", " ", key.ToString()));
  }
  return lines;
}

TEST(ViewChangesTest, ARemovalSwallowsWhatWaitsBelowItAndNothingElse) {
  ViewChanges changes;
  PutSource(changes, "hello");
  PutPane(changes, "hello", "a");
  PutPane(changes, "hello", "b");
  PutPane(changes, "hello-2", "a");
  changes.Remove(Removal("deck", "hello"));
  ASSERT_EQ(changes.changes().size(), 2u);
  const auto& first = *changes.changes().begin();
  EXPECT_EQ(first.first, (ids::ConversationKey{"deck", "hello", ""}));
  EXPECT_TRUE(first.second.removes);
  EXPECT_FALSE(first.second.writes);
}

TEST(ViewChangesTest, AnOldRemovalStillComesBeforeWhatFollowedIt) {
  ViewChanges changes;
  changes.Remove(Removal("deck", "hello"));
  PutPane(changes, "hello", "a");
  PutSource(changes, "hello");
  EXPECT_THAT(Lines(changes), ElementsAre(testing::StartsWith("-+ "), testing::StartsWith("+ ")));
}

TEST(ViewChangesTest, AppendingIsTheSameAsHavingBeenReportedInOrder) {
  ViewChanges older, newer, told;
  auto first = [](ViewChanges& changes) {
    PutSource(changes, "hello");
    PutPane(changes, "hello", "a");
    PutPane(changes, "other", "x");
    changes.Remove(Removal("deck", "other", "y"));
  };
  auto second = [](ViewChanges& changes) {
    PutPane(changes, "hello", "b");
    changes.Remove(Removal("deck", "hello"));
    PutPane(changes, "hello", "c");
    PutPane(changes, "other", "y");
  };
  first(older);
  second(newer);
  older.Append(newer);
  first(told);
  second(told);
  EXPECT_EQ(Lines(older), Lines(told));
  EXPECT_EQ(Lines(told).size(), 4u);
}

}  // namespace
}  // namespace collie::relay
