#include "crew/ids/typed_id.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>

#include "absl/container/flat_hash_set.h"

namespace collie::ids {
namespace {

// Swapped arguments do not compile.
static_assert(!std::is_convertible_v<SourceName, PaneId>);
static_assert(!std::is_constructible_v<SourceName, PaneId>);
static_assert(!std::is_assignable_v<SourceName&, PaneId>);
// Neither does a string in an id's place, or an id in a string's.
static_assert(!std::is_convertible_v<std::string, PaneId>);
static_assert(!std::is_convertible_v<const char*, PaneId>);
static_assert(!std::is_convertible_v<PaneId, std::string>);
static_assert(!std::is_assignable_v<PaneId&, std::string>);
static_assert(std::is_constructible_v<PaneId, std::string>);

TEST(TypedIdTest, KeepsItsValue) {
  EXPECT_EQ(PaneId("deploy").value(), "deploy");
  EXPECT_FALSE(PaneId("deploy").empty());
  EXPECT_TRUE(PaneId().empty());
}

TEST(TypedIdTest, IsComparedByItsValue) {
  EXPECT_TRUE(PaneId("a") == PaneId("a"));
  EXPECT_TRUE(PaneId("a") != PaneId("b"));
  EXPECT_TRUE(PaneId("a") < PaneId("b"));
  EXPECT_FALSE(PaneId("b") < PaneId("a"));
}

TEST(TypedIdTest, IsAKeyOfSetsAndMaps) {
  EXPECT_EQ((std::set<PaneId>{PaneId("a"), PaneId("b"), PaneId("a")}).size(), 2u);
  EXPECT_EQ((absl::flat_hash_set<PaneId>{PaneId("a"), PaneId("b"), PaneId("a")}).size(), 2u);
}

}  // namespace
}  // namespace collie::ids
