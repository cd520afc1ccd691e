#include "relay/fanout/wakers.h"

#include <atomic>
#include <memory>
#include <thread>

#include "absl/synchronization/notification.h"
#include "crew/threads/serial_executor.h"
#include "gtest/gtest.h"
#include "tests/support/inline_executor.h"

namespace collie::relay {
namespace {

// Stops in its first wake until it is let go.
class SlowWatcher final : public Wakeable {
 public:
  absl::Notification woken;
  absl::Notification let_go;
  std::atomic<int> wakes = 0;
  std::thread::id where;

  void Wake() override {
    where = std::this_thread::get_id();
    if (++wakes > 1) return;
    woken.Notify();
    let_go.WaitForNotification();
  }
};

class CountingWatcher final : public Wakeable {
 public:
  int wakes = 0;
  void Wake() override { ++wakes; }
};

TEST(WakersTest, AllAreWokenAndThoseThatAreGoneAreNot) {
  tests::InlineExecutor executor;
  Wakers wakers(executor);
  auto stays = std::make_shared<CountingWatcher>();
  wakers.Add(stays);
  wakers.Add(std::make_shared<CountingWatcher>());
  wakers.WakeAll();
  EXPECT_EQ(stays->wakes, 1);
}

TEST(WakersTest, WhoMakesAChangeWaitsForNoWatcherAndManyChangesShareARound) {
  threads::SerialExecutor executor("test");
  auto slow = std::make_shared<SlowWatcher>();
  {
    Wakers wakers(executor);
    wakers.Add(slow);
    wakers.WakeAll();
    slow->woken.WaitForNotification();
    for (int i = 0; i < 1000; ++i) wakers.WakeAll();  // returns although the watcher hangs
    slow->let_go.Notify();
  }
  EXPECT_EQ(slow->wakes, 2);
  EXPECT_NE(slow->where, std::this_thread::get_id());
}

}  // namespace
}  // namespace collie::relay
