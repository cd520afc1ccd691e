#include "crew/threads/blocking_calls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "absl/synchronization/notification.h"

namespace collie::threads {
namespace {

TEST(BlockingCallsTest, RunsWhatItTookBeforeItEnds) {
  std::atomic<int> ran = 0;
  {
    BlockingCalls calls(2);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(calls.Run([&ran] { ++ran; }));
  }
  EXPECT_EQ(ran, 100);
}

TEST(BlockingCallsTest, OneThreadKeepsTheOrder) {
  std::vector<int> order;
  {
    BlockingCalls calls(1);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(calls.Run([&order, i] { order.push_back(i); }));
  }
  ASSERT_EQ(order.size(), 50);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(BlockingCallsTest, ACallTooManyIsRefusedAndNotQueuedWithoutEnd) {
  absl::Notification go;
  absl::Notification begun;
  {
    BlockingCalls calls(1);
    ASSERT_TRUE(calls.Run([&] {
      begun.Notify();
      go.WaitForNotification();
    }));
    begun.WaitForNotification();
    for (size_t i = 0; i < BlockingCalls::kWaiting; ++i) ASSERT_TRUE(calls.Run([] {}));
    EXPECT_FALSE(calls.Run([] {}));
    go.Notify();
  }
}

}  // namespace
}  // namespace collie::threads
