#include "crew/link/write_queue.h"

#include <gtest/gtest.h>

namespace collie::link {
namespace {

using Queue = WriteQueue<int>;

TEST(WriteQueueTest, OneWriteIsInFlightAtATime) {
  Queue queue(10);
  ASSERT_TRUE(queue.Push(1));
  ASSERT_TRUE(queue.Push(2));
  EXPECT_EQ(queue.Step(), Queue::Next::kWrite);
  EXPECT_EQ(queue.current(), 1);
  EXPECT_EQ(queue.Step(), Queue::Next::kNothing);
  queue.Written(true);
  EXPECT_EQ(queue.Step(), Queue::Next::kWrite);
  EXPECT_EQ(queue.current(), 2);
}

TEST(WriteQueueTest, TheEndComesOnceAfterWhatWaits) {
  Queue queue(10);
  ASSERT_TRUE(queue.Push(1));
  queue.End();
  EXPECT_FALSE(queue.Push(2));
  EXPECT_EQ(queue.Step(), Queue::Next::kWrite);
  EXPECT_EQ(queue.Step(), Queue::Next::kNothing);
  queue.Written(true);
  EXPECT_EQ(queue.Step(), Queue::Next::kEnd);
  EXPECT_EQ(queue.Step(), Queue::Next::kNothing);
}

TEST(WriteQueueTest, AfterABrokenWriteNothingElseIsWritten) {
  Queue queue(10);
  ASSERT_TRUE(queue.Push(1));
  ASSERT_TRUE(queue.Push(2));
  ASSERT_EQ(queue.Step(), Queue::Next::kWrite);
  queue.Written(false);
  EXPECT_EQ(queue.Step(), Queue::Next::kEnd);
}

TEST(WriteQueueTest, APeerThatDoesNotReadIsBounded) {
  Queue queue(2);
  EXPECT_TRUE(queue.Push(1));
  EXPECT_TRUE(queue.Push(2));
  EXPECT_FALSE(queue.Push(3));
  EXPECT_TRUE(queue.IsFull());
  EXPECT_FALSE(queue.IsEnding());
}

}  // namespace
}  // namespace collie::link
