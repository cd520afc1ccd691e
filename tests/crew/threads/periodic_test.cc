#include "crew/threads/periodic.h"

#include <gtest/gtest.h>

#include <atomic>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"

namespace collie::threads {
namespace {

TEST(PeriodicTest, WorksAtOnceAndThenEachTime) {
  absl::BlockingCounter times(3);
  std::atomic<int> left = 3;
  const Periodic periodic("test", absl::Milliseconds(1), [&] {
    if (left > 0 && --left >= 0) times.DecrementCount();
  });
  times.Wait();
}

TEST(PeriodicTest, EndsInTheMiddleOfALongWait) {
  std::atomic<int> times = 0;
  {
    absl::Notification worked;
    const Periodic periodic("test", absl::Hours(1), [&] {
      ++times;
      worked.Notify();
    });
    worked.WaitForNotification();
  }
  EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace collie::threads
