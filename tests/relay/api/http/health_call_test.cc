#include "relay/api/http/health_call.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/relay/api/http/dispatching.h"

namespace collie::relay {
namespace {

using HealthCallTest = DispatchingTest;

TEST_F(HealthCallTest, AnswersHealthToAnybodyAndSaysNoMore) {
  EXPECT_EQ(Answer(Make("GET", "/healthz")).status, 200);
  EXPECT_EQ(Answer(Make("GET", "/readyz")).status, 200);
  backend_.SetReady(absl::UnavailableError("the disk at /secret is full"));
  EXPECT_EQ(Answer(Make("GET", "/healthz")).status, 200);
  const Reply reply = Answer(Make("GET", "/readyz"));
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, testing::Not(testing::HasSubstr("secret")));
  EXPECT_EQ(Answer(Make("POST", "/healthz")).status, 401);
}

TEST_F(HealthCallTest, ReadinessTellsWhetherActsCanBeWritten) {
  Reply reply = Answer(Make("GET", "/readyz"));
  EXPECT_EQ(reply.body, R"({"ready":true,"writes":true})");
  EXPECT_EQ(Answer(Make("GET", "/readyz?writes=1")).status, 200);
  backend_.SetCanWrite(absl::UnavailableError("the disk at /secret is full"));
  reply = Answer(Make("GET", "/readyz"));
  EXPECT_EQ(reply.status, 200);  // reads are served
  EXPECT_EQ(reply.body, R"({"ready":true,"writes":false,"reason":"store-unavailable"})");
  reply = Answer(Make("GET", "/readyz?writes=1"));
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(reply.body, R"({"ready":true,"writes":false,"reason":"store-unavailable"})");
  EXPECT_EQ(Answer(Make("GET", "/healthz")).status, 200);
}

}  // namespace
}  // namespace collie::relay
