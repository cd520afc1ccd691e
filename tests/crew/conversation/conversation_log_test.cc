#include "crew/conversation/conversation_log.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::conversation {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::Item Item(const std::string& id, const std::string& text = "") {
  v1::Item item;
  item.set_id(id);
  item.set_kind(v1::ITEM_KIND_ASSISTANT);
  item.set_text(text);
  return item;
}

v1::ClosedAsk Closed(const std::string& id, const std::string& by = "phone") {
  v1::ClosedAsk closed;
  closed.set_ask_id(id);
  closed.set_outcome(v1::ASK_OUTCOME_ANSWERED);
  closed.set_decided_by(by);
  return closed;
}

std::vector<std::string> Ids(const ConversationLog::News& news) {
  std::vector<std::string> ids;
  for (const v1::Item& item : news.items) ids.push_back(item.id());
  return ids;
}

TEST(ConversationLogTest, AReaderWhoHasNothingGetsAll) {
  ConversationLog log;
  log.Put(Item("a"));
  log.Put(Item("b"));
  const auto news = log.Since(0);
  EXPECT_TRUE(news.reset);
  EXPECT_THAT(Ids(news), ElementsAre("a", "b"));
}

TEST(ConversationLogTest, TellsHowAQuestionEndedUntilAllAreForgotten) {
  ConversationLog log({.closed_asks = 2});
  for (const char* id : {"1", "2", "3"}) log.Close(Closed(id));
  EXPECT_FALSE(log.FindDecision("1").has_value()) << "it left for the newer ones";
  EXPECT_EQ(log.FindDecision("3")->decided_by(), "phone");
  log.ForgetDecisions();
  EXPECT_FALSE(log.FindDecision("3").has_value());
  EXPECT_EQ(log.bytes(), 0u);
}

TEST(ConversationLogTest, ASequenceThatWasNeverGivenGetsAll) {
  ConversationLog log;
  log.Put(Item("a"));
  EXPECT_TRUE(log.Since(log.sequence() + 1).reset);
  EXPECT_THAT(Ids(log.Since(log.sequence() + 1)), ElementsAre("a"));
}

TEST(ConversationLogTest, AReaderOfAPartGetsWhatIsNewerInTheOrderOfTheConversation) {
  ConversationLog log;
  log.Put(Item("a"));
  log.Put(Item("b"));
  const uint64_t seen = log.sequence();
  log.Put(Item("c"));
  log.Put(Item("a", "grown"));
  const auto news = log.Since(seen);
  EXPECT_FALSE(news.reset);
  EXPECT_THAT(Ids(news), ElementsAre("a", "c"));
  EXPECT_EQ(news.items[0].text(), "grown");
  EXPECT_THAT(Ids(log.Since(news.sequence)), IsEmpty());
}

TEST(ConversationLogTest, AnEqualItemChangesNothing) {
  ConversationLog log;
  log.Put(Item("a", "same"));
  const uint64_t seen = log.sequence();
  log.Put(Item("a", "same"));
  EXPECT_EQ(log.sequence(), seen);
}

TEST(ConversationLogTest, ARemovalIsReportedOnceAndOfUnknownItemsNever) {
  ConversationLog log;
  log.Put(Item("a"));
  log.Put(Item("b"));
  const uint64_t seen = log.sequence();
  log.Remove("a");
  log.Remove("unknown");
  const auto news = log.Since(seen);
  EXPECT_THAT(news.removed_items, ElementsAre("a"));
  EXPECT_THAT(log.Since(news.sequence).removed_items, IsEmpty());
  EXPECT_THAT(log.Since(0).removed_items, IsEmpty());
}

TEST(ConversationLogTest, AnItemThatIsBackIsNotReportedAsRemoved) {
  ConversationLog log;
  log.Put(Item("a"));
  const uint64_t seen = log.sequence();
  log.Remove("a");
  log.Put(Item("a", "again"));
  EXPECT_THAT(log.Since(seen).removed_items, IsEmpty());
  EXPECT_THAT(Ids(log.Since(seen)), ElementsAre("a"));
}

TEST(ConversationLogTest, AResetGivesEveryReaderAllAgain) {
  ConversationLog log;
  log.Put(Item("a"));
  const uint64_t seen = log.sequence();
  log.Reset({Item("a"), Item("z")}, /*truncated=*/true);
  const auto news = log.Since(seen);
  EXPECT_TRUE(news.reset);
  EXPECT_TRUE(news.truncated);
  EXPECT_THAT(Ids(news), ElementsAre("a", "z"));
  EXPECT_FALSE(log.Since(news.sequence).reset);
}

TEST(ConversationLogTest, TheOldestItemsLeaveFirstAndReadersAreReported) {
  ConversationLog log({.items = 2});
  log.Put(Item("a"));
  log.Put(Item("b"));
  const uint64_t seen = log.sequence();
  EXPECT_FALSE(log.Since(seen).truncated);
  log.Put(Item("c"));
  const auto news = log.Since(seen);
  EXPECT_TRUE(news.truncated);
  EXPECT_THAT(news.removed_items, ElementsAre("a"));
  EXPECT_THAT(Ids(log.Since(0)), ElementsAre("b", "c"));
}

TEST(ConversationLogTest, BytesAreBoundedButTheNewestItemStays) {
  ConversationLog log({.bytes = 1000});
  log.Put(Item("a", std::string(600, 'x')));
  log.Put(Item("b", std::string(600, 'x')));
  EXPECT_THAT(Ids(log.Since(0)), ElementsAre("b"));
  log.Put(Item("c", std::string(5000, 'x')));
  EXPECT_THAT(Ids(log.Since(0)), ElementsAre("c"));
  log.Put(Item("c", "short"));
  log.Put(Item("d", std::string(600, 'x')));
  EXPECT_THAT(Ids(log.Since(0)), ElementsAre("c", "d"));
}

TEST(ConversationLogTest, AResetPastTheLimitsIsOneWholeViewOfTheNewest) {
  ConversationLog log({.items = 2});
  log.Reset({Item("a"), Item("b"), Item("c")}, /*truncated=*/false);
  const auto news = log.Since(0);
  EXPECT_TRUE(news.truncated);
  EXPECT_THAT(Ids(news), ElementsAre("b", "c"));
  EXPECT_FALSE(log.Since(news.sequence).reset);
}

TEST(ConversationLogTest, AReaderBehindTheRememberedRemovalsGetsAllAgain) {
  ConversationLog log({.removals = 1});
  for (const char* id : {"a", "b", "c"}) log.Put(Item(id));
  const uint64_t before_both = log.sequence();
  log.Remove("a");
  const uint64_t between = log.sequence();
  log.Remove("b");
  EXPECT_TRUE(log.Since(before_both).reset);
  EXPECT_FALSE(log.Since(between).reset);
  EXPECT_THAT(log.Since(between).removed_items, ElementsAre("b"));
}

TEST(ConversationLogTest, DecisionsAreReportedOnceAndTheNewestAreKept) {
  ConversationLog log({.closed_asks = 2});
  log.Close(Closed("1"));
  log.Close(Closed("2"));
  const uint64_t seen = log.sequence();
  log.Close(Closed("2"));
  EXPECT_EQ(log.sequence(), seen);
  log.Close(Closed("3"));
  ASSERT_EQ(log.Since(seen).closed_asks.size(), 1u);
  EXPECT_EQ(log.Since(seen).closed_asks[0].ask_id(), "3");
  ASSERT_EQ(log.Since(0).closed_asks.size(), 2u);
  EXPECT_EQ(log.Since(0).closed_asks[0].ask_id(), "2");
}

TEST(ConversationLogTest, DecisionsAreBoundedInBytesAndTheNewestAreKept) {
  ConversationLog log({.closed_bytes = 1000});
  for (int i = 0; i < 100; ++i) {
    v1::ClosedAsk closed;
    closed.set_ask_id("a" + std::to_string(i));
    closed.mutable_answer()->set_text(std::string(300, 'x'));
    log.Close(std::move(closed));
  }
  const ConversationLog::News news = log.Since(0);
  ASSERT_EQ(news.closed_asks.size(), 3u);
  EXPECT_EQ(news.closed_asks.back().ask_id(), "a99");
  EXPECT_LE(log.bytes(), 1000u);
  v1::ClosedAsk large;
  large.set_ask_id("large");
  large.mutable_answer()->set_text(std::string(4 << 20, 'x'));
  log.Close(std::move(large));
  EXPECT_LE(log.bytes(), 1000u);
}

TEST(ConversationLogTest, DecisionsOutliveAReset) {
  ConversationLog log;
  log.Close(Closed("1"));
  log.Reset({}, false);
  EXPECT_EQ(log.Since(0).closed_asks.size(), 1u);
}

}  // namespace
}  // namespace collie::conversation
