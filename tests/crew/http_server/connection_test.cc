#include "crew/http_server/connection.h"

#include <gmock/gmock.h>

#include "tests/crew/http_server/serving.h"

namespace collie::tests {
namespace {

using testing::HasSubstr;
using ConnectionTest = ServingTest;

std::string Post(const std::string& body, const std::string& headers = "") {
  return absl::StrCat("POST /echo HTTP/1.1\r\nHost: x\r\n", headers,
                      "Content-Length: ", body.size(), "\r\n\r\n", body);
}

TEST_F(ConnectionTest, ServesOneRequestAfterTheOther) {
  Open();
  RawClient client(server_->port());
  for (int i = 0; i < 20; ++i) {
    client.Send(Post(absl::StrCat("body ", i)));
    EXPECT_EQ(BodyOf(client.ReadReply()), absl::StrCat("body ", i));
  }
}

TEST_F(ConnectionTest, AnswersPipelinedRequestsInTheirOrder) {
  Open();
  RawClient client(server_->port());
  client.Send(Get("/held") + Post("second") + Post("third"));
  AwaitHeld(1)[0].Send({200, "", "first", {}});
  ReleaseHeld();
  EXPECT_EQ(BodyOf(client.ReadReply()), "first");
  EXPECT_EQ(BodyOf(client.ReadReply()), "second");
  EXPECT_EQ(BodyOf(client.ReadReply()), "third");
}

TEST_F(ConnectionTest, SpeaksHttp10AndClosesAfterIt) {
  Open();
  RawClient client(server_->port());
  client.Send("POST /echo HTTP/1.0\r\nContent-Length: 2\r\n\r\nok");
  bool ended = false;
  const std::string reply = client.ReadToEnd(&ended);
  EXPECT_EQ(BodyOf(reply), "ok");
  EXPECT_TRUE(ended);
  RawClient kept(server_->port());
  for (int i = 0; i < 2; ++i) {
    kept.Send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(HeaderOf(kept.ReadReply(), "Connection"), "keep-alive");
  }
}

TEST_F(ConnectionTest, TakesABodyInChunks) {
  Open();
  EXPECT_EQ(BodyOf(Exchange("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                            "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")),
            "abcde");
}

TEST_F(ConnectionTest, AHeadRequestGetsNoBody) {
  Open();
  RawClient client(server_->port());
  client.Send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  bool ended = false;
  const std::string reply = client.ReadToEnd(&ended);
  EXPECT_EQ(StatusOf(reply), 200);
  EXPECT_EQ(BodyOf(reply), "");
  EXPECT_TRUE(ended);
}

TEST_F(ConnectionTest, SaysContinueToWhoWaitsForIt) {
  Open();
  RawClient client(server_->port());
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(StatusOf(client.ReadReply()), 100);
  client.Send("ok");
  EXPECT_EQ(BodyOf(client.ReadReply()), "ok");
}

TEST_F(ConnectionTest, ARefusalIsReadThoughMoreWasSent) {
  Open();
  RawClient client(server_->port());
  client.Send(absl::StrCat(Get("/", absl::StrCat("X: ", std::string(17 << 10, 'x'), "\r\n")),
                           std::string(100 << 10, 'y')));
  bool ended = false;
  const std::string reply = client.ReadToEnd(&ended);
  EXPECT_EQ(StatusOf(reply), 431) << reply;
  EXPECT_THAT(reply, HasSubstr("Connection: close"));
  EXPECT_TRUE(ended);
}

TEST_F(ConnectionTest, CutsARequestThatDrips) {
  auto options = Options();
  options.limits.head = absl::Milliseconds(100);
  options.limits.body = absl::Milliseconds(100);
  Open(options);
  for (const std::string& begun :
       {std::string("GET / HTTP/1.1\r\nHost: x\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc")}) {
    RawClient client(server_->port());
    client.Send(begun);
    bool ended = false;
    EXPECT_EQ(StatusOf(client.ReadToEnd(&ended)), 408) << begun;
    EXPECT_TRUE(ended);
  }
}

TEST_F(ConnectionTest, ClosesOneThatSaysNothing) {
  auto options = Options();
  options.limits.head = absl::Milliseconds(50);
  options.limits.idle = absl::Milliseconds(50);
  Open(options);
  RawClient silent(server_->port());
  bool ended = false;
  EXPECT_EQ(silent.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  RawClient idle(server_->port());
  idle.Send(Get("/"));
  EXPECT_EQ(StatusOf(idle.ReadToEnd(&ended)), 200);
  EXPECT_TRUE(ended);
}

TEST_F(ConnectionTest, ClosesOneWhoseReaderStopsReading) {
  auto options = Options();
  options.limits.write = absl::Milliseconds(100);
  Open(options);
  RawClient client(server_->port());
  client.Send(Get("/held"));
  AwaitHeld(1)[0].Send({200, "", std::string(64 << 20, 'x'), {}});
  EXPECT_TRUE(AwaitCounts(0, 0));
}

TEST_F(ConnectionTest, SendsALargeReplyWhole) {
  Open();
  RawClient client(server_->port());
  client.Send(Get("/held"));
  AwaitHeld(1)[0].Send({200, "", std::string(3 << 20, 'x'), {}});
  EXPECT_EQ(BodyOf(client.ReadReply()).size(), size_t{3} << 20);
}

TEST_F(ConnectionTest, StreamsInChunksWhichAnOldReaderGetsPlain) {
  Open();
  RawClient client(server_->port());
  client.Send(Get("/stream"));
  auto stream = AwaitStream();
  ASSERT_TRUE(AwaitDrained(1));
  EXPECT_TRUE(stream->Write(std::make_shared<std::string>("hello")));
  ASSERT_TRUE(AwaitDrained(2));
  stream->End();
  bool ended = false;
  const std::string all = client.ReadToEnd(&ended);
  EXPECT_THAT(all, HasSubstr("Transfer-Encoding: chunked"));
  EXPECT_EQ(BodyOf(all), "5\r\nhello\r\n0\r\n\r\n");
  EXPECT_TRUE(ended);
  EXPECT_TRUE(AwaitStreamClosed());
}

TEST_F(ConnectionTest, StreamsPlainlyToHttp10) {
  Open();
  RawClient client(server_->port());
  client.Send("GET /stream HTTP/1.0\r\n\r\n");
  auto stream = AwaitStream();
  ASSERT_TRUE(AwaitDrained(1));
  stream->Write(std::make_shared<std::string>("hello"));
  stream->End();
  bool ended = false;
  EXPECT_EQ(BodyOf(client.ReadToEnd(&ended)), "hello");
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace collie::tests
