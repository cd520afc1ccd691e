#include "crew/http_server/loop.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "absl/synchronization/notification.h"

namespace collie::http_server {
namespace {

TEST(LoopTest, RunsCallsInTheirOrderOnItsThread) {
  Loop loop("loop");
  std::vector<int> order;
  absl::Notification done;
  loop.Post([&] { order.push_back(1); });
  loop.Post([&] { order.push_back(2); });
  loop.Start();
  loop.Post([&] {
    order.push_back(3);
    done.Notify();
  });
  done.WaitForNotification();
  loop.End();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(LoopTest, DropsWhatIsPostedAfterItsEnd) {
  Loop loop("loop");
  loop.Start();
  loop.End();
  loop.Drop();
  EXPECT_FALSE(loop.Post([] { FAIL() << "nobody is there to run it"; }));
}

TEST(LoopTest, LetsGoOfWhatWaitsWhenItIsDropped) {
  Loop loop("loop");
  auto kept = std::make_shared<int>(1);
  loop.Post([kept] {});
  EXPECT_EQ(kept.use_count(), 2);
  loop.End();
  loop.Drop();
  EXPECT_EQ(kept.use_count(), 1);
}

}  // namespace
}  // namespace collie::http_server
