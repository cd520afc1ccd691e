#include "crew/threads/steady_condition.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace collie::threads {
namespace {

using std::chrono::steady_clock;

struct Flag {
  bool Await(absl::Duration most) {
    const auto is_set = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu) { return set; };
    absl::MutexLock lock(&mu);
    return changed.Await(mu, is_set, most);
  }
  void Set() {
    absl::MutexLock lock(&mu);
    set = true;
    changed.NotifyAll();
  }

  absl::Mutex mu;
  SteadyCondition changed;
  bool set ABSL_GUARDED_BY(mu) = false;
};

TEST(SteadyConditionTest, EndsWhenItHolds) {
  Flag flag;
  std::thread setter([&flag] { flag.Set(); });
  EXPECT_TRUE(flag.Await(absl::InfiniteDuration()));
  setter.join();
  EXPECT_TRUE(flag.Await(absl::ZeroDuration())) << "what holds is not waited for";
}

TEST(SteadyConditionTest, EndsWhenTheTimeHasPassed) {
  Flag flag;
  const auto begun = steady_clock::now();
  EXPECT_FALSE(flag.Await(absl::Milliseconds(20)));
  EXPECT_GE(steady_clock::now() - begun, std::chrono::milliseconds(20));
}

TEST(SteadyConditionTest, ATimeThatHasPassedIsNotWaitedFor) {
  Flag flag;
  EXPECT_FALSE(flag.Await(-absl::InfiniteDuration()));
  EXPECT_FALSE(flag.Await(absl::ZeroDuration()));
}

TEST(SteadyConditionTest, EveryWaiterIsNotified) {
  Flag flag;
  std::thread first([&flag] { EXPECT_TRUE(flag.Await(absl::Hours(1))); });
  std::thread second([&flag] { EXPECT_TRUE(flag.Await(absl::InfiniteDuration())); });
  flag.Set();
  first.join();
  second.join();
}

TEST(SteadyConditionTest, OthersTakeTheMutexMeanwhile) {
  Flag flag;
  std::thread waiter([&flag] { EXPECT_TRUE(flag.Await(absl::Hours(1))); });
  flag.Set();  // would wait for ever if the waiter kept the mutex
  waiter.join();
}

}  // namespace
}  // namespace collie::threads
