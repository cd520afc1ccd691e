#include "crew/threads/fair_pool.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::threads {
namespace {

using ::testing::ElementsAre;

// What ran, in its order.
class Ran {
 public:
  void Add(const std::string& what) {
    absl::MutexLock lock(&mu_);
    ran_.push_back(what);
  }
  std::vector<std::string> All() const {
    absl::MutexLock lock(&mu_);
    return ran_;
  }

 private:
  mutable absl::Mutex mu_;
  std::vector<std::string> ran_ ABSL_GUARDED_BY(mu_);
};

TEST(FairPoolTest, TakesTheLanesInTurnAndEachInItsOrder) {
  Ran ran;
  absl::Notification go;
  FairPool pool({.threads = 1, .per_lane = 1});
  ASSERT_TRUE(pool.Add("x", [&go] { go.WaitForNotification(); }));
  for (const char* what : {"a1", "a2", "a3", "b1", "b2", "c1"}) {
    ASSERT_TRUE(pool.Add(std::string(what, 1), [&ran, what] { ran.Add(what); }));
  }
  go.Notify();
  pool.Stop();
  EXPECT_THAT(ran.All(), ElementsAre("a1", "b1", "c1", "a2", "b2", "a3"));
}

TEST(FairPoolTest, ALaneThatHangsHoldsUpNoOther) {
  absl::Notification released;  // what the work uses outlives the pool
  absl::BlockingCounter done(10);
  FairPool pool({.threads = 4, .per_lane = 2, .queue = 100});
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(pool.Add("hung", [&released] { released.WaitForNotification(); }));
  }
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(pool.Add("fast", [&done] { done.DecrementCount(); }));
  done.Wait();
  released.Notify();
}

TEST(FairPoolTest, WhileHalfOfTheThreadsAreBusyALaneGetsOne) {
  absl::Notification released;
  absl::Notification done;
  FairPool pool({.threads = 8, .per_lane = 4, .queue = 100});
  const auto hang = [&released] { released.WaitForNotification(); };
  for (const char* lane : {"a", "b", "c", "d", "e"}) {
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(pool.Add(lane, hang));
  }
  ASSERT_TRUE(pool.Add("fast", [&done] { done.Notify(); }));
  EXPECT_TRUE(done.WaitForNotificationWithTimeout(absl::Seconds(10)));
  released.Notify();
}

TEST(FairPoolTest, ALaneFillsAQuarterOfTheQueue) {
  absl::Notification begun;
  absl::Notification released;
  FairPool pool({.threads = 1, .per_lane = 1, .queue = 8});
  ASSERT_TRUE(pool.Add("a", [&] {
    begun.Notify();
    released.WaitForNotification();
  }));
  begun.WaitForNotification();
  EXPECT_TRUE(pool.Add("a", [] {}));
  EXPECT_TRUE(pool.Add("a", [] {}));
  EXPECT_FALSE(pool.Add("a", [] {}));
  for (const char* lane : {"b", "c", "d"}) {
    EXPECT_TRUE(pool.Add(lane, [] {}));
    EXPECT_TRUE(pool.Add(lane, [] {}));
  }
  EXPECT_FALSE(pool.Add("e", [] {})) << "the queue of all is full";
  released.Notify();
}

TEST(FairPoolTest, WhatWaitsIsBoundedByItsCost) {
  absl::Notification released;
  absl::Notification begun;
  FairPool pool({.threads = 1, .per_lane = 1, .queue = 100});
  ASSERT_TRUE(pool.Add("x", [&] {
    begun.Notify();
    released.WaitForNotification();
  }));
  begun.WaitForNotification();
  const auto add = [&pool](const std::string& lane, size_t cost) {
    return pool.Add(
        lane, [] {}, cost);
  };
  EXPECT_TRUE(add("a", 20));
  EXPECT_FALSE(add("a", 6)) << "a lane has a quarter";
  EXPECT_TRUE(add("a", 5));
  EXPECT_TRUE(add("large", 60)) << "one piece may be larger than that";
  EXPECT_FALSE(add("b", 16)) << "the queue is full";
  EXPECT_TRUE(add("b", 15));
  released.Notify();
  pool.Stop();
}

TEST(FairPoolTest, StopDoesWhatWaitsAndTakesNoMore) {
  Ran ran;
  FairPool pool({.threads = 2, .per_lane = 1});
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(pool.Add("a", [&ran] { ran.Add("a"); }));
  pool.Stop();
  EXPECT_EQ(ran.All().size(), 10u);
  EXPECT_FALSE(pool.Add("a", [] {}));
}

TEST(FairPoolTest, EveryStopReturnsOnceAllIsDone) {
  absl::Notification released;
  FairPool pool({.threads = 2, .per_lane = 1});
  ASSERT_TRUE(pool.Add("a", [&released] { released.WaitForNotification(); }));
  std::atomic<int> stopped = 0;
  std::vector<std::thread> stops;
  for (int i = 0; i < 2; ++i) {
    stops.emplace_back([&] {
      pool.Stop();
      EXPECT_TRUE(released.HasBeenNotified());
      ++stopped;
    });
  }
  while (pool.Add("b", [] {})) std::this_thread::yield();  // until a Stop has begun
  EXPECT_EQ(stopped, 0);
  released.Notify();
  for (std::thread& stop : stops) stop.join();
  EXPECT_EQ(stopped, 2);
}

}  // namespace
}  // namespace collie::threads
