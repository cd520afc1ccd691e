#include "relay/acts/effect_queue.h"

#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

TEST(EffectQueueTest, RunsInOrderAlsoWhatAnEffectAdds) {
  EffectQueue effects;
  std::vector<int> ran;
  effects.Add([&] {
    ran.push_back(1);
    effects.Add([&] { ran.push_back(3); });
    effects.Run();  // already at it: nothing runs inside an effect
    ran.push_back(2);
  });
  effects.Run();
  EXPECT_EQ(ran, (std::vector<int>{1, 2, 3}));
}

TEST(EffectQueueTest, AThreadThatIsAtItTakesWhatOthersAdd) {
  EffectQueue effects;
  absl::Notification started;
  absl::Notification added;
  std::vector<int> ran;
  effects.Add([&] {
    started.Notify();
    added.WaitForNotification();
    ran.push_back(1);
  });
  std::thread runner([&] { effects.Run(); });
  started.WaitForNotification();
  effects.Add([&] { ran.push_back(2); });
  effects.Run();  // returns at once
  added.Notify();
  runner.join();
  EXPECT_EQ(ran, (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace collie::relay
