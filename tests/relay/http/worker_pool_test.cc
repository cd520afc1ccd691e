#include "relay/http/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "absl/synchronization/notification.h"

namespace collie::relay {
namespace {

TEST(WorkerPoolTest, RefusesWhenThreadsAndQueueAreFull) {
  absl::Notification started;
  absl::Notification go_on;
  std::atomic<int> ran = 0;
  {
    WorkerPool pool(1, 1);
    ASSERT_TRUE(pool.TryRun([&] {
      started.Notify();
      go_on.WaitForNotification();
      ++ran;
    }));
    started.WaitForNotification();
    EXPECT_TRUE(pool.TryRun([&] { ++ran; }));
    EXPECT_FALSE(pool.TryRun([&] { ++ran; }));
    go_on.Notify();
  }
  EXPECT_EQ(ran, 2);
}

TEST(WorkerPoolTest, TakesOneTaskForEachThreadWithoutAQueue) {
  absl::Notification go_on;
  std::atomic<int> ran = 0;
  {
    WorkerPool pool(3, 0);
    const auto task = [&] {
      go_on.WaitForNotification();
      ++ran;
    };
    EXPECT_TRUE(pool.TryRun(task));
    EXPECT_TRUE(pool.TryRun(task));
    EXPECT_TRUE(pool.TryRun(task));
    EXPECT_FALSE(pool.TryRun(task));
    go_on.Notify();
  }
  EXPECT_EQ(ran, 3);
}

}  // namespace
}  // namespace collie::relay
