#include "relay/merge/view_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace collie::relay {
namespace {

using ids::ConversationKey;

const std::vector<ConversationKey> kKeys = {{"a", "", ""},   {"a", "s", ""}, {"a", "s", "p"},
                                            {"a", "s", "q"}, {"a", "t", ""}, {"a", "t", "p"},
                                            {"b", "", ""},   {"b", "s", ""}, {"b", "s", "p"}};

std::vector<ViewFilter> AllFilters() {
  std::vector<ViewFilter> filters;
  for (const char* member : {"", "a"}) {
    for (const char* source : {"", "s"}) {
      for (const char* pane : {"", "p"}) filters.push_back({member, source, pane});
    }
  }
  return filters;
}

bool IsAbove(const ConversationKey& scope, const ConversationKey& key) {
  return (scope.member.empty() || scope.member == key.member) &&
         (scope.source.empty() || key.source.empty() || scope.source == key.source) &&
         (scope.pane.empty() || key.pane.empty() || scope.pane == key.pane);
}

TEST(ViewFilterTest, EveryKeyThatIsWantedIsInExactlyOneRangeAndInTheScope) {
  for (const ViewFilter& filter : AllFilters()) {
    for (const ConversationKey& key : kKeys) {
      if (!filter.Wants(key)) continue;
      const std::vector<KeyRange> ranges = filter.Ranges();
      EXPECT_EQ(std::count_if(ranges.begin(), ranges.end(),
                              [&](const KeyRange& range) { return range.Compare(key) == 0; }),
                1)
          << key.ToString();
      EXPECT_TRUE(IsAbove(filter.Scope(), key)) << key.ToString();
    }
  }
}

TEST(ViewFilterTest, ANarrowFilterHasNarrowRanges) {
  int in_range = 0;
  for (const KeyRange& range : ViewFilter{"a", "s", "p"}.Ranges()) {
    for (const ConversationKey& key : kKeys) in_range += range.Compare(key) == 0 ? 1 : 0;
  }
  EXPECT_EQ(in_range, 3);  // the pane and what holds it
}

}  // namespace
}  // namespace collie::relay
