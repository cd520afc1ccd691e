#include "relay/watch/notifier.h"

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
class SlowWatcher final : public Notifiable {
 public:
  absl::Notification woken;
  absl::Notification let_go;
  std::atomic<int> wakes = 0;
  std::thread::id where;

  void Notify() override {
    where = std::this_thread::get_id();
    if (++wakes > 1) return;
    woken.Notify();
    let_go.WaitForNotification();
  }
};

class CountingWatcher final : public Notifiable {
 public:
  int wakes = 0;
  void Notify() override { ++wakes; }
};

TEST(NotifierTest, AllAreWokenAndThoseThatAreGoneAreNot) {
  tests::InlineExecutor executor;
  Notifier notifier(executor);
  auto stays = std::make_shared<CountingWatcher>();
  notifier.Add(stays);
  notifier.Add(std::make_shared<CountingWatcher>());
  notifier.NotifyAll();
  EXPECT_EQ(stays->wakes, 1);
}

TEST(NotifierTest, WhoMakesAChangeWaitsForNoWatcherAndManyChangesShareARound) {
  threads::SerialExecutor executor("test");
  auto slow = std::make_shared<SlowWatcher>();
  {
    Notifier notifier(executor);
    notifier.Add(slow);
    notifier.NotifyAll();
    slow->woken.WaitForNotification();
    for (int i = 0; i < 1000; ++i) notifier.NotifyAll();  // returns although the watcher hangs
    slow->let_go.Notify();
  }
  EXPECT_EQ(slow->wakes, 2);
  EXPECT_NE(slow->where, std::this_thread::get_id());
}

}  // namespace
}  // namespace collie::relay
