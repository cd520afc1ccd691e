#include "relay/merge/crew_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace collie::relay {
namespace {

using ids::ConversationKey;
using Model = std::map<ConversationKey, uint64_t>;

CrewEntry Entry(const ConversationKey& key, uint64_t revision) {
  return {key, revision, CrewRow::OfRemoval(key)};
}

ConversationKey RandomKey(std::mt19937& random) {
  return {"m" + std::to_string(random() % 5),
          random() % 5 == 0 ? "" : "s" + std::to_string(random() % 4),
          random() % 3 == 0 ? "" : "p" + std::to_string(random() % 6)};
}

std::vector<std::pair<ConversationKey, uint64_t>> Read(const CrewTree& tree, const KeyRange& range,
                                                       const ConversationKey* after,
                                                       uint64_t since) {
  std::vector<std::pair<ConversationKey, uint64_t>> read;
  EXPECT_TRUE(tree.Visit(range, after, since, [&](const CrewEntry& entry) {
    read.emplace_back(entry.key, entry.revision);
    return true;
  }));
  return read;
}

std::vector<std::pair<ConversationKey, uint64_t>> Expected(const Model& model,
                                                           const KeyRange& range,
                                                           const ConversationKey* after,
                                                           uint64_t since) {
  std::vector<std::pair<ConversationKey, uint64_t>> expected;
  for (const auto& [key, revision] : model) {
    if (range.Compare(key) != 0 || revision <= since) continue;
    if (after == nullptr || *after < key) expected.emplace_back(key, revision);
  }
  return expected;
}

TEST(CrewTreeTest, ReadsWhatAnOrderedMapReadsAfterAnyWrites) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    CrewTree tree;
    Model model;
    for (uint64_t revision = 1; revision <= 200; ++revision) {
      const ConversationKey key = RandomKey(random);
      if (random() % 4 == 0) {
        tree = tree.Without(key);
        model.erase(key);
      } else {
        tree = tree.With(Entry(key, revision));
        model[key] = revision;
      }
      const KeyRange range{RandomKey(random), static_cast<int>(random() % 4)};
      const ConversationKey after = RandomKey(random);
      const uint64_t since = random() % (revision + 1);
      ASSERT_EQ(Read(tree, range, nullptr, since), Expected(model, range, nullptr, since)) << seed;
      ASSERT_EQ(Read(tree, range, &after, since), Expected(model, range, &after, since)) << seed;
      ASSERT_EQ(tree.size(), model.size()) << seed;
      ASSERT_EQ(tree.Find(key) != nullptr, model.contains(key)) << seed;
    }
  }
}

TEST(CrewTreeTest, ACopyStaysAsItWas) {
  CrewTree tree;
  for (int i = 0; i < 100; ++i) tree = tree.With(Entry({"m", "s", std::to_string(i)}, 1));
  const CrewTree copy = tree;
  for (int i = 0; i < 100; ++i) tree = tree.Without({"m", "s", std::to_string(i)});
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_EQ(Read(copy, {}, nullptr, 0).size(), 100u);
}

// Also where keys come in their order, which would bend a tree without balance into a list.
TEST(CrewTreeTest, WhatIsOlderIsPassedOverWhole) {
  CrewTree tree;
  for (int i = 0; i < 10'000; ++i) {
    std::string pane = std::to_string(i);
    tree = tree.With(Entry({"m", "s", std::string(6 - pane.size(), '0') + pane}, 1));
  }
  tree = tree.With(Entry({"m", "s", "005000"}, 2));
  const CrewRow::Ref changed = tree.Find({"m", "s", "005000"})->row;
  std::vector<CrewRow::Ref> visited;
  tree.Visit({}, nullptr, 1, [&](const CrewEntry& entry) {
    visited.push_back(entry.row);
    return true;
  });
  ASSERT_EQ(visited.size(), 1u);
  EXPECT_EQ(visited.front(), changed);
}

TEST(CrewTreeTest, AVisitEndsWhereItsVisitorSaysSo) {
  CrewTree tree;
  for (int i = 0; i < 10; ++i) tree = tree.With(Entry({"m", "s", std::to_string(i)}, 1));
  int visited = 0;
  EXPECT_FALSE(tree.Visit({}, nullptr, 0, [&](const CrewEntry&) { return ++visited < 3; }));
  EXPECT_EQ(visited, 3);
}

}  // namespace
}  // namespace collie::relay
