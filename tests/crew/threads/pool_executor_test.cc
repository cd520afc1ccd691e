#include "crew/threads/pool_executor.h"

#include <atomic>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace collie::threads {
namespace {

TEST(PoolExecutorTest, RunsEachCallOnceAndAllBeforeItsEnd) {
  std::atomic<int> ran = 0;
  {
    PoolExecutor executor("test", 3);
    EXPECT_EQ(executor.Parallelism(), 3);
    for (int i = 0; i < 1000; ++i) executor.Post([&] { ++ran; });
    executor.Post([&] { executor.Post([&] { ++ran; }); });
  }
  EXPECT_EQ(ran, 1001);
}

TEST(PoolExecutorTest, ACallThatWaitsHoldsUpNoOther) {
  absl::Notification released;
  absl::BlockingCounter others(10);
  PoolExecutor executor("test", 2);
  executor.Post([&] { released.WaitForNotification(); });
  for (int i = 0; i < 10; ++i) executor.Post([&] { others.DecrementCount(); });
  others.Wait();
  released.Notify();
}

}  // namespace
}  // namespace collie::threads
