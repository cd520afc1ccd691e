#include "relay/acts/conversation_lock.h"

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

const ids::ConversationKey kHere = {"deck", "hello", "deploy"};
const ids::ConversationKey kThere = {"deck", "hello", "other"};

clock::Steady At(int seconds) { return clock::Steady(absl::Seconds(seconds)); }

TEST(ConversationLockTest, HasOneHolderAConversation) {
  ConversationLock lock;
  EXPECT_TRUE(lock.TryTake(kHere, "r-1"));
  EXPECT_FALSE(lock.TryTake(kHere, "r-2"));
  EXPECT_TRUE(lock.TryTake(kThere, "r-2"));
  lock.Release(kHere, "r-2");
  EXPECT_TRUE(lock.IsHeld(kHere));
  lock.Release(kHere, "r-1");
  EXPECT_FALSE(lock.IsHeld(kHere));
}

TEST(ConversationLockTest, IsHeldUntilTheLastHolderReleasesIt) {
  ConversationLock lock;
  lock.TakeBeside(kHere, "r-1");
  lock.TakeBeside(kHere, "r-2");
  lock.Release(kHere, "r-1");
  EXPECT_TRUE(lock.IsHeld(kHere));
  lock.Release(kHere, "r-2");
  EXPECT_FALSE(lock.IsHeld(kHere));
}

TEST(ConversationLockTest, AWaitEndsWhenTheLockIsFreeOrAtItsLimit) {
  ConversationLock lock;
  lock.TryTake(kHere, "r-1");
  lock.Wait(kHere, "stop-1", At(3));
  lock.Wait(kHere, "stop-2", At(5));
  EXPECT_EQ(lock.NextDeadline(), At(3));
  EXPECT_TRUE(lock.TakeReady(At(2)).empty());
  auto ready = lock.TakeReady(At(3));
  ASSERT_EQ(ready.size(), 1u);
  EXPECT_EQ(ready[0].request_id, "stop-1");
  lock.Release(kHere, "r-1");
  ready = lock.TakeReady(At(3));
  ASSERT_EQ(ready.size(), 1u);
  EXPECT_EQ(ready[0].request_id, "stop-2");
  EXPECT_EQ(lock.NextDeadline(), std::nullopt);
}

TEST(ConversationLockTest, AFreeConversationGoesToTheFirstThatWaited) {
  ConversationLock lock;
  lock.TryTake(kHere, "r-1");
  lock.Wait(kHere, "stop-1", At(3));
  lock.Wait(kHere, "stop-2", At(3));
  lock.Release(kHere, "r-1");
  const auto ready = lock.TakeReady(At(1));
  ASSERT_EQ(ready.size(), 1u);
  EXPECT_EQ(ready[0].request_id, "stop-1");
}

TEST(ConversationLockTest, WhoLeavesWaitsNoMore) {
  ConversationLock lock;
  lock.TryTake(kHere, "r-1");
  lock.Wait(kHere, "stop-1", At(3));
  lock.Leave("stop-1");
  EXPECT_TRUE(lock.TakeReady(At(9)).empty());
}

}  // namespace
}  // namespace collie::relay
