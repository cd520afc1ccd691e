#include "relay/link/member_streams.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "relay/link/history_reads.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

class RecordedStream final : public MemberStream {
 public:
  bool Send(v1::RelayFrame frame) override {
    absl::MutexLock lock(&mu_);
    if (end_) return false;
    frames_.push_back(std::move(frame));
    return true;
  }
  void End(const absl::Status& status) override {
    absl::MutexLock lock(&mu_);
    if (!end_) end_ = status;
  }
  std::vector<v1::RelayFrame> frames() {
    absl::MutexLock lock(&mu_);
    return frames_;
  }
  std::optional<absl::Status> end() {
    absl::MutexLock lock(&mu_);
    return end_;
  }

 private:
  absl::Mutex mu_;
  std::vector<v1::RelayFrame> frames_ ABSL_GUARDED_BY(mu_);
  std::optional<absl::Status> end_ ABSL_GUARDED_BY(mu_);
};

class MemberStreamsTest : public ::testing::Test {
 protected:
  // A stream whose edge has its welcome.
  int64_t Attach(const std::string& member, std::shared_ptr<MemberStream> stream) {
    const int64_t number = streams_.Attach(member, std::move(stream));
    streams_.Open(member, number);
    return number;
  }

  tests::SimulatedClock clock_;
  Interest interest_{clock_};
  std::vector<std::string> told_;
  MemberStreams streams_{interest_, [this](const StreamId& stream, const v1::Interest&) {
                           told_.push_back(stream.member);
                         }};
};

TEST_F(MemberStreamsTest, NothingLeavesBeforeTheWelcome) {
  auto stream = std::make_shared<RecordedStream>();
  const int64_t number = streams_.Attach("deck-1", stream);
  EXPECT_FALSE(streams_.SendCommand("deck-1", v1::Command()));
  streams_.SendReconcile("deck-1", v1::Settle());
  streams_.SendAck("deck-1", v1::ResultAck());
  streams_.PushInterest("deck-1");
  EXPECT_TRUE(stream->frames().empty());
  streams_.Open("deck-1", number);
  EXPECT_TRUE(streams_.SendCommand("deck-1", v1::Command()));
  const int64_t next = streams_.Attach("deck-1", std::make_shared<RecordedStream>());
  streams_.Open("deck-1", number);  // of a stream that was replaced
  EXPECT_FALSE(streams_.SendCommand("deck-1", v1::Command()));
  EXPECT_NE(next, number);
}

TEST_F(MemberStreamsTest, ANewStreamReplacesTheOldAtOnce) {
  auto old_stream = std::make_shared<RecordedStream>();
  auto new_stream = std::make_shared<RecordedStream>();
  const int64_t first = Attach("deck-1", old_stream);
  const int64_t second = Attach("deck-1", new_stream);
  EXPECT_GT(second, first);
  ASSERT_TRUE(old_stream->end().has_value());
  EXPECT_TRUE(absl::IsAborted(*old_stream->end()));
  EXPECT_FALSE(streams_.IsNewest("deck-1", first));
  EXPECT_TRUE(streams_.SendCommand("deck-1", {}));
  EXPECT_EQ(new_stream->frames().size(), 1);
}

TEST_F(MemberStreamsTest, TheEndOfAReplacedStreamIsNoLossOfTheLink) {
  const int64_t first = Attach("deck-1", std::make_shared<RecordedStream>());
  const int64_t second = Attach("deck-1", std::make_shared<RecordedStream>());
  EXPECT_FALSE(streams_.Detach("deck-1", first));
  EXPECT_TRUE(streams_.Detach("deck-1", second));
  EXPECT_FALSE(streams_.Detach("deck-1", second));
}

TEST_F(MemberStreamsTest, ACommandWithoutALinkProvablyDidNotLeave) {
  EXPECT_FALSE(streams_.SendCommand("deck-1", {}));
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  stream->End(absl::UnavailableError("gone"));
  EXPECT_FALSE(streams_.SendCommand("deck-1", {}));
}

TEST_F(MemberStreamsTest, AnEdgeGetsTheInterestWhenItChangesAndAtItsNewStream) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  streams_.PushInterest("deck-1");
  streams_.PushChangedInterest("");
  EXPECT_EQ(stream->frames().size(), 1);
  interest_.Add({"deck-1", "hello", "deploy"});
  streams_.PushChangedInterest("");
  ASSERT_EQ(stream->frames().size(), 2);
  EXPECT_EQ(stream->frames()[1].interest().conversations_size(), 1);
  interest_.Add({"deck-2", "", ""});
  streams_.PushChangedInterest("");
  EXPECT_EQ(stream->frames().size(), 2);
  EXPECT_EQ(told_.size(), 2);
}

// A stream whose first frame leaves only once it is released.
class SlowStream final : public MemberStream {
 public:
  bool Send(v1::RelayFrame frame) override {
    if (++sent_ == 1) {
      begun.Notify();
      released.WaitForNotification();
    }
    absl::MutexLock lock(&mu_);
    watched_.push_back(frame.interest().conversations_size());
    return true;
  }
  void End(const absl::Status&) override {}
  std::vector<int> watched() {
    absl::MutexLock lock(&mu_);
    return watched_;
  }
  absl::Notification begun;
  absl::Notification released;

 private:
  std::atomic<int> sent_ = 0;
  absl::Mutex mu_;
  std::vector<int> watched_ ABSL_GUARDED_BY(mu_);
};

TEST_F(MemberStreamsTest, APushThatIsUnderWayTakesALaterOneAlong) {
  auto stream = std::make_shared<SlowStream>();
  Attach("deck-1", stream);
  std::thread pushing([this] { streams_.PushInterest("deck-1"); });
  stream->begun.WaitForNotification();
  absl::Notification over;
  std::thread later([&] {
    interest_.Add({"deck-1", "hello", "deploy"});
    streams_.PushChangedInterest("");
    over.Notify();
  });
  EXPECT_TRUE(over.WaitForNotificationWithTimeout(absl::Seconds(20))) << "it waits for the other";
  stream->released.Notify();
  pushing.join();
  later.join();
  EXPECT_EQ(stream->watched(), (std::vector<int>{0, 1}));
}

TEST_F(MemberStreamsTest, APlannedEndIsAnnounced) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  streams_.EndAll();
  ASSERT_EQ(stream->frames().size(), 1);
  EXPECT_TRUE(stream->frames()[0].has_going_down());
  EXPECT_EQ(stream->frames()[0].going_down().redial_within_ms(), 250);
  EXPECT_TRUE(absl::IsUnavailable(*stream->end()));
}

class HistoryReadsTest : public MemberStreamsTest {
 protected:
  HistoryReads reads_{streams_};
  v1::ReadHistoryRequest Request() {
    v1::ReadHistoryRequest request;
    request.mutable_conversation()->set_member("deck-1");
    request.mutable_conversation()->set_source("hello");
    request.mutable_conversation()->set_pane("deploy");
    return request;
  }
};

TEST_F(HistoryReadsTest, SaysThatTheMemberHasNoLink) {
  const auto page = reads_.Read(Request(), absl::Seconds(5));
  EXPECT_TRUE(absl::IsUnavailable(page.status()));
}

TEST_F(HistoryReadsTest, APageOfAnotherMemberIsNotTaken) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  std::thread edge([&] {
    while (stream->frames().empty()) std::this_thread::yield();
    v1::HistoryPage page;
    page.set_read(stream->frames()[0].history().read());
    page.add_items()->set_id("forged");
    reads_.OnPage("deck-2", page);
    page.mutable_items(0)->set_id("true");
    page.mutable_items(0)->set_kind(v1::ITEM_KIND_USER);
    reads_.OnPage("deck-1", page);
  });
  const auto page = reads_.Read(Request(), absl::Seconds(20));
  edge.join();
  ASSERT_TRUE(page.ok()) << page.status();
  ASSERT_EQ(page->items_size(), 1);
  EXPECT_EQ(page->items(0).id(), "true");
}

TEST_F(HistoryReadsTest, RefusesAPageThatIsTooLong) {
  v1::ReadHistoryRequest request = Request();
  request.set_limit(201);
  EXPECT_TRUE(absl::IsInvalidArgument(reads_.Read(request, absl::Seconds(1)).status()));
}

TEST_F(HistoryReadsTest, WaitsWithoutAThreadUntilItExpires) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  int replies = 0;
  absl::Status status;
  const int64_t read =
      reads_.Begin(Request(), [&](const absl::StatusOr<v1::ReadHistoryReply>& page) {
        ++replies;
        status = page.status();
      });
  EXPECT_EQ(replies, 0);
  reads_.Expire(read);
  reads_.Expire(read);
  EXPECT_EQ(replies, 1);
  EXPECT_TRUE(absl::IsUnavailable(status));
  v1::HistoryPage late;
  late.set_read(read);
  reads_.OnPage("deck-1", late);
  EXPECT_EQ(replies, 1);
}

TEST_F(HistoryReadsTest, JoinsTheFramesOfAPage) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  std::thread edge([&] {
    while (stream->frames().empty()) std::this_thread::yield();
    v1::HistoryPage page;
    page.set_read(stream->frames()[0].history().read());
    page.add_items()->set_id("one");
    page.set_more(true);
    reads_.OnPage("deck-1", page);
    page.mutable_items(0)->set_id("two");
    page.set_before("older");
    page.set_more(false);
    reads_.OnPage("deck-1", page);
  });
  const auto page = reads_.Read(Request(), absl::Seconds(20));
  edge.join();
  ASSERT_TRUE(page.ok()) << page.status();
  ASSERT_EQ(page->items_size(), 2);
  EXPECT_EQ(page->items(1).id(), "two");
  EXPECT_EQ(page->before(), "older");
}

TEST_F(HistoryReadsTest, APageIsBoundedInBytes) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  std::thread edge([&] {
    while (stream->frames().empty()) std::this_thread::yield();
    v1::HistoryPage page;
    page.set_read(stream->frames()[0].history().read());
    page.add_items()->set_text(std::string(1 << 20, 'x'));
    page.set_more(true);
    for (int i = 0; i < 8; ++i) reads_.OnPage("deck-1", page);
    page.set_more(false);
    reads_.OnPage("deck-1", page);
  });
  const auto page = reads_.Read(Request(), absl::Seconds(20));
  edge.join();
  EXPECT_TRUE(absl::IsResourceExhausted(page.status()));
}

TEST_F(HistoryReadsTest, APlaceOrCursorThatCannotBeReachesNoEdge) {
  auto stream = std::make_shared<RecordedStream>();
  Attach("deck-1", stream);
  v1::ReadHistoryRequest up = Request();
  up.mutable_conversation()->set_pane("..");
  EXPECT_TRUE(absl::IsInvalidArgument(reads_.Read(up, absl::Seconds(1)).status()));
  v1::ReadHistoryRequest large = Request();
  large.set_before(std::string(4 << 20, 'x'));
  EXPECT_TRUE(absl::IsInvalidArgument(reads_.Read(large, absl::Seconds(1)).status()));
  EXPECT_TRUE(stream->frames().empty());
}

}  // namespace
}  // namespace collie::relay
