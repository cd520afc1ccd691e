#include "crew/ids/ids.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/container/flat_hash_set.h"

namespace collie::ids {
namespace {

TEST(IdsTest, NamesAreLowerCaseWithDashes) {
  EXPECT_TRUE(IsName("deck-7f3a2c"));
  EXPECT_TRUE(IsName("0"));
  EXPECT_TRUE(IsName(std::string(63, 'a')));
  EXPECT_FALSE(IsName(""));
  EXPECT_FALSE(IsName("-a"));
  EXPECT_FALSE(IsName("Deck"));
  EXPECT_FALSE(IsName("a_b"));
  EXPECT_FALSE(IsName("a.b"));
  EXPECT_FALSE(IsName("ä"));
  EXPECT_FALSE(IsName(std::string(64, 'a')));
}

TEST(IdsTest, WireIdsHaveFewCharacters) {
  EXPECT_TRUE(IsWireId("A-Za-z0-9._:-"));
  EXPECT_TRUE(IsWireId("..."));
  EXPECT_TRUE(IsWireId(std::string(128, 'a')));
  EXPECT_FALSE(IsWireId(""));
  EXPECT_FALSE(IsWireId("."));
  EXPECT_FALSE(IsWireId(".."));
  EXPECT_FALSE(IsWireId("a/b"));
  EXPECT_FALSE(IsWireId("a b"));
  EXPECT_FALSE(IsWireId("a%2F"));
  EXPECT_FALSE(IsWireId(std::string_view("a\0", 2)));
  EXPECT_FALSE(IsWireId("é"));
  EXPECT_FALSE(IsWireId(std::string(129, 'a')));
}

TEST(IdsTest, OpaqueStringsHaveNoControls) {
  EXPECT_TRUE(IsOpaque("any thing / at all: é"));
  EXPECT_TRUE(IsOpaque(std::string(128, 'a')));
  EXPECT_FALSE(IsOpaque(""));
  EXPECT_FALSE(IsOpaque("a\nb"));
  EXPECT_FALSE(IsOpaque("a\x7f"));
  EXPECT_FALSE(IsOpaque(std::string(129, 'a')));
}

TEST(ConversationKeyTest, SurvivesTheProto) {
  const ConversationKey key{"deck", "hello", "deploy"};
  EXPECT_EQ(ConversationKey::From(key.ToProto()), key);
}

TEST(ConversationKeyTest, IsWrittenForPeople) {
  EXPECT_EQ((ConversationKey{"deck", "hello", "deploy"}).ToString(), "deck/hello/deploy");
  EXPECT_EQ((ConversationKey{"deck", "hello", ""}).ToString(), "deck/hello");
}

TEST(ConversationKeyTest, DistinguishesItsParts) {
  const ConversationKey a{"ab", "c", "d"};
  const ConversationKey b{"a", "bc", "d"};
  EXPECT_FALSE(a == b);
  EXPECT_EQ((std::set<ConversationKey>{a, b}).size(), 2u);
  EXPECT_EQ((absl::flat_hash_set<ConversationKey>{a, b, a}).size(), 2u);
}

}  // namespace
}  // namespace collie::ids
