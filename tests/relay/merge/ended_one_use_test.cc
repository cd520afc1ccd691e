#include "relay/merge/ended_one_use.h"

#include <string>

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};

v1::Ask Ask(const std::string& id) {
  v1::Ask ask;
  ask.set_ask_id(id);
  ask.set_hash("h-" + id);
  return ask;
}

TEST(EndedOneUseTest, RemembersWhatAnIdStoodFor) {
  EndedOneUse ended;
  ended.End("tap-1", kDeploy, Ask("a-1"), /*is_spent=*/false);
  const auto place = ended.Find("tap-1");
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->conversation, kDeploy);
  EXPECT_EQ(place->ask_id, "a-1");
  EXPECT_EQ(place->hash, "h-a-1");
  EXPECT_FALSE(place->is_spent);
  EXPECT_FALSE(ended.Find("tap-2").has_value());
}

TEST(EndedOneUseTest, WhatStandsAgainHasNotEnded) {
  EndedOneUse ended;
  ended.End("tap-1", kDeploy, Ask("a-1"), false);
  ended.Begin("tap-1");
  ended.Begin("tap-2");
  EXPECT_FALSE(ended.Find("tap-1").has_value());
}

TEST(EndedOneUseTest, WhatIsSpentStaysSpent) {
  EndedOneUse ended;
  ended.End("tap-1", kDeploy, Ask("a-1"), true);
  ended.End("tap-1", kDeploy, Ask("a-1"), false);
  EXPECT_TRUE(ended.Find("tap-1")->is_spent);
}

TEST(EndedOneUseTest, AMemberThatFloodsLosesItsOwnAlone) {
  EndedOneUse ended;
  ended.End("tap-1", kDeploy, Ask("a-1"), false);
  for (size_t i = 0; i <= EndedOneUse::kOfMember; ++i) {
    const std::string id = "flood-" + std::to_string(i);
    ended.End(id, {"mallory", "hello", "deploy"}, Ask("a-1"), false);
  }
  EXPECT_TRUE(ended.Find("tap-1").has_value());
  EXPECT_FALSE(ended.Find("flood-0").has_value());
  EXPECT_TRUE(ended.Find("flood-1").has_value());
}

}  // namespace
}  // namespace collie::relay
