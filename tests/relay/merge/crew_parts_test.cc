#include "relay/merge/crew_parts.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

v1::PaneEntry MakePane(const std::string& id, size_t bytes) {
  v1::PaneEntry row;
  row.mutable_pane()->set_id(id);
  row.mutable_pane()->set_title(std::string(bytes, 'x'));
  return row;
}

TEST(CrewPartsTest, NothingMakesNoMessage) {
  CrewParts<v1::CrewDelta> parts;
  EXPECT_TRUE(parts.TakeParts().empty());
}

TEST(CrewPartsTest, EveryMessageStaysUnderTheBoundAndNoRowIsLost) {
  CrewParts<v1::CrewDelta> parts;
  for (int i = 0; i < 124; ++i) parts.Add(MakePane(std::to_string(i), text::kPaneBytes));
  for (int i = 0; i < 20'000; ++i) {
    v1::Removal removal;
    removal.set_pane(std::string(128, 'p'));
    parts.Add(std::move(removal));
  }
  int next = 0;
  int removed = 0;
  for (const v1::CrewDelta& part : parts.TakeParts()) {
    EXPECT_LT(part.ByteSizeLong(), text::kMiB);
    for (const v1::PaneEntry& row : part.panes())
      EXPECT_EQ(row.pane().id(), std::to_string(next++));
    removed += part.removed_size();
  }
  EXPECT_EQ(next, 124);
  EXPECT_EQ(removed, 20'000);
}

}  // namespace
}  // namespace collie::relay
