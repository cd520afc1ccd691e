#include "relay/api/grpc/feed_stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "absl/synchronization/notification.h"

namespace collie::relay {
namespace {

using Stream = FeedStream;
using News = absl::StatusOr<std::optional<grpc::ByteBuffer>>;

constexpr absl::Duration kMost = absl::Seconds(20);

// A feed without news whose first answer waits until it is released. No call is behind the stream:
// what it writes waits for one.
class FeedStreamTest : public testing::Test {
 protected:
  News Answer() {
    if (++asked_ == 1) {
      is_asked_.Notify();
      released_.WaitForNotification();
    }
    return std::nullopt;
  }

  std::atomic<int> asked_ = 0;
  absl::Notification is_asked_;
  absl::Notification released_;
  std::shared_ptr<Stream> stream_ =
      std::make_shared<Stream>([this] { return Answer(); }, [](const auto&) {});
};

TEST_F(FeedStreamTest, AFeedThatIsSlowHoldsUpNoOtherCall) {
  std::thread asking([this] { stream_->Notify(); });
  is_asked_.WaitForNotification();
  absl::Notification over;
  std::thread other([&] {
    stream_->Notify();
    stream_->End(absl::CancelledError("The watcher went away."));
    over.Notify();
  });
  EXPECT_TRUE(over.WaitForNotificationWithTimeout(kMost));
  released_.Notify();
  asking.join();
  other.join();
  EXPECT_EQ(asked_, 1) << "a stream that is ending asks for nothing";
}

TEST_F(FeedStreamTest, NewsThatComeWhileTheFeedIsAskedAreAskedFor) {
  std::thread asking([this] { stream_->Notify(); });
  is_asked_.WaitForNotification();
  absl::Notification over;
  std::thread other([&] {
    stream_->Notify();
    over.Notify();
  });
  EXPECT_TRUE(over.WaitForNotificationWithTimeout(kMost));
  released_.Notify();
  asking.join();
  other.join();
  EXPECT_EQ(asked_, 2);
  stream_->Notify();
  EXPECT_EQ(asked_, 3);
}

}  // namespace
}  // namespace collie::relay
