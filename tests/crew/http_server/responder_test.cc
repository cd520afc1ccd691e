#include "crew/http_server/responder.h"

#include <thread>

#include "tests/crew/http_server/serving.h"

namespace collie::tests {
namespace {

using ResponderTest = ServingTest;

TEST_F(ResponderTest, AnswersLaterFromAnotherThreadAndOnce) {
  Open();
  RawClient client(server_->port());
  client.Send(Get("/held"));
  const http_server::Responder responder = AwaitHeld(1)[0];
  std::thread([&] {
    responder.Send({200, "", "first", {}});
    responder.Send({200, "", "second", {}});
  }).join();
  EXPECT_EQ(BodyOf(client.ReadReply()), "first");
  client.Send(Get("/"));
  EXPECT_EQ(BodyOf(client.ReadReply()), "") << "nothing of the second answer";
}

TEST_F(ResponderTest, ARequestThatNobodyAnswersIsAnswered500) {
  Open();
  RawClient client(server_->port());
  client.Send(Get("/held"));
  AwaitHeld(1);
  ReleaseHeld();
  EXPECT_EQ(StatusOf(client.ReadReply()), 500);
}

TEST_F(ResponderTest, IsHarmlessOnceItsReaderOrItsServerIsGone) {
  Open();
  {
    RawClient client(server_->port());
    client.Send(Get("/held"));
    AwaitHeld(1);
  }
  const http_server::Responder responder = AwaitHeld(1)[0];
  responder.Send({200, "", "late", {}});
  RawClient other(server_->port());
  other.Send(Get("/held"));
  const http_server::Responder second = AwaitHeld(2)[1];
  server_->Stop(absl::ZeroDuration());
  server_.reset();
  second.Send({200, "", "late", {}});
  ReleaseHeld();
}

TEST_F(ResponderTest, BoundsWhatWaitsForTheReaderOfAStream) {
  auto options = Options();
  options.limits.stream_bytes = 8 << 20;
  Open(options);
  RawClient client(server_->port());
  client.Send(Get("/stream"));
  auto stream = AwaitStream();
  ASSERT_TRUE(AwaitDrained(1));
  const auto piece = std::make_shared<std::string>(3 << 20, 'x');
  int written = 0;
  // The kernel's buffers take some of it; no more than they and the bound ever fit.
  while (written < 1000 && stream->Write(piece)) ++written;
  EXPECT_LT(written, 20);
  EXPECT_GT(written, 1);
}

TEST_F(ResponderTest, AStreamEndsWhenItsReaderLeaves) {
  Open();
  std::shared_ptr<http_server::ReplyStream> stream;
  {
    RawClient client(server_->port());
    client.Send(Get("/stream"));
    stream = AwaitStream();
    ASSERT_TRUE(AwaitDrained(1));
  }
  EXPECT_TRUE(AwaitStreamClosed());
  EXPECT_FALSE(stream->Write(std::make_shared<std::string>("to nobody")));
}

}  // namespace
}  // namespace collie::tests
