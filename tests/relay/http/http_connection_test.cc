#include "relay/http/http_connection.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using State = HttpConnection::State;

constexpr char kGet[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
constexpr char kPost[] = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";

class HttpConnectionTest : public testing::Test {
 protected:
  void Receive(absl::string_view bytes) { connection_.Receive(bytes, clock_.Now()); }
  void WriteAll() { connection_.Wrote(connection_.Output().size(), clock_.Now()); }
  bool Refuses(absl::string_view status) {
    return connection_.state() == State::kWriting &&
           absl::StartsWith(connection_.Output(), absl::StrCat("HTTP/1.1 ", status));
  }

  const HttpLimits limits_{};
  tests::SimulatedClock clock_;
  HttpConnection connection_{limits_, clock_.Now()};
};

TEST_F(HttpConnectionTest, TakesARequestByteByByte) {
  for (const char c : std::string(kPost) + "body") {
    ASSERT_TRUE(connection_.WantsBytes());
    Receive({&c, 1});
  }
  EXPECT_EQ(connection_.state(), State::kRunning);
  const auto request = connection_.TakeRequest();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->body, "body");
  EXPECT_FALSE(connection_.TakeRequest());
}

TEST_F(HttpConnectionTest, ServesAnotherRequestAfterTheReply) {
  for (int i = 0; i < 3; ++i) {
    Receive(kGet);
    ASSERT_TRUE(connection_.TakeRequest());
    connection_.Answer({"reply", true}, clock_.Now());
    EXPECT_EQ(connection_.Output(), "reply");
    connection_.Wrote(2, clock_.Now());
    EXPECT_EQ(connection_.Output(), "ply");
    WriteAll();
    EXPECT_EQ(connection_.state(), State::kIdle);
  }
}

TEST_F(HttpConnectionTest, RefusesPipelinedBytesAndRunsNothing) {
  Receive(std::string(kGet) + kGet);
  EXPECT_TRUE(Refuses("400"));
  EXPECT_FALSE(connection_.TakeRequest());
}

TEST_F(HttpConnectionTest, RefusesBytesBehindABody) {
  Receive(std::string(kPost) + "body+");
  EXPECT_TRUE(Refuses("400"));
  EXPECT_FALSE(connection_.TakeRequest());
}

TEST_F(HttpConnectionTest, RefusesAHeadAtItsLimit) {
  Receive("GET / HTTP/1.1\r\n");
  size_t sent = 16;
  while (connection_.state() == State::kReading) {
    const std::string line = "X-Header: " + std::string(90, 'x') + "\r\n";
    Receive(line);
    sent += line.size();
  }
  EXPECT_TRUE(Refuses("431"));
  EXPECT_LE(sent, limits_.head_bytes + 110);
}

TEST_F(HttpConnectionTest, CutsASlowRequestHoweverItDrips) {
  Receive("G");
  for (int second = 0; second < 9; ++second) {
    clock_.Advance(absl::Seconds(1));
    EXPECT_GT(*connection_.Deadline(), clock_.Now());
    Receive("E");
  }
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(*connection_.Deadline(), clock_.Now());
  connection_.DeadlinePassed(clock_.Now());
  EXPECT_TRUE(Refuses("408"));
}

TEST_F(HttpConnectionTest, EndsAnIdleOneInSilence) {
  clock_.Advance(limits_.idle);
  EXPECT_EQ(*connection_.Deadline(), clock_.Now());
  connection_.DeadlinePassed(clock_.Now());
  EXPECT_EQ(connection_.state(), State::kClosed);
}

TEST_F(HttpConnectionTest, HasNoDeadlineWhileARequestRuns) {
  Receive(kGet);
  EXPECT_FALSE(connection_.Deadline());
}

TEST_F(HttpConnectionTest, EndsAReaderThatIsTooSlow) {
  Receive(kGet);
  connection_.Answer({"reply", true}, clock_.Now());
  clock_.Advance(limits_.reply_within - absl::Seconds(1));
  connection_.Wrote(1, clock_.Now());
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(*connection_.Deadline(), clock_.Now());
  connection_.DeadlinePassed(clock_.Now());
  EXPECT_EQ(connection_.state(), State::kClosed);
}

TEST_F(HttpConnectionTest, ThrowsAwayABoundedAmountAfterTheLastReply) {
  Receive("broken\n");
  EXPECT_TRUE(Refuses("400"));
  WriteAll();
  EXPECT_EQ(connection_.state(), State::kLingering);
  Receive(std::string(limits_.linger_bytes, 'x'));
  EXPECT_EQ(connection_.state(), State::kLingering);
  Receive("x");
  EXPECT_EQ(connection_.state(), State::kClosed);
}

TEST_F(HttpConnectionTest, EndsWithAPeerThatEndsInARequest) {
  Receive("GET");
  connection_.PeerEnded();
  EXPECT_EQ(connection_.state(), State::kClosed);
}

}  // namespace
}  // namespace collie::relay
