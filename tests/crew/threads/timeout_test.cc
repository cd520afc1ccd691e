#include "crew/threads/timeout.h"

#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"

namespace collie::threads {
namespace {

TEST(TimeoutTest, DoesItsWorkOnceTheTimeHasPassed) {
  absl::Notification done;
  const Timeout timeout("test", absl::Milliseconds(5), [&done] { done.Notify(); });
  done.WaitForNotification();
}

TEST(TimeoutTest, DoesNothingWhenItIsDroppedBefore) {
  bool done = false;
  {
    const Timeout timeout("test", absl::Hours(1), [&done] { done = true; });
  }
  EXPECT_FALSE(done);
}

}  // namespace
}  // namespace collie::threads
