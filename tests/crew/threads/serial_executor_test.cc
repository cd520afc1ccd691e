#include "crew/threads/serial_executor.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace collie::threads {
namespace {

TEST(SerialExecutorTest, RunsInOrderOnOneThreadOfItsOwn) {
  std::vector<int> ran;
  std::vector<std::thread::id> threads;
  {
    SerialExecutor executor("test");
    for (int i = 0; i < 100; ++i) {
      executor.Post([&, i] {
        ran.push_back(i);
        threads.push_back(std::this_thread::get_id());
      });
    }
  }
  ASSERT_EQ(ran.size(), 100u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(ran[i], i);
    EXPECT_EQ(threads[i], threads[0]);
  }
  EXPECT_NE(threads[0], std::this_thread::get_id());
}

TEST(SerialExecutorTest, ACallMayPostAnother) {
  int ran = 0;
  {
    SerialExecutor executor("test");
    executor.Post([&] { executor.Post([&] { ++ran; }); });
  }
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace collie::threads
