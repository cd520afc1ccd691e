#include "crew/ops/ops_listener.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/crew/http_server/raw_client.h"

namespace collie::tests {
namespace {

class OpsListenerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto listener = ops::OpsListener::Open(
        {"127.0.0.1", 0}, {[] { return std::string("# metrics\n"); },
                           [](bool needs_writes) {
                             return http_server::Reply{needs_writes ? 503 : 200, "", "ready", {}};
                           }});
    ASSERT_TRUE(listener.ok()) << listener.status();
    listener_ = *std::move(listener);
  }
  std::string Exchange(const std::string& method, const std::string& target) {
    RawClient client(listener_->port());
    client.Send(absl::StrCat(method, " ", target, " HTTP/1.1\r\nHost: any.example\r\n\r\n"));
    return client.ReadReply();
  }
  std::unique_ptr<ops::OpsListener> listener_;
};

TEST_F(OpsListenerTest, AnswersAnybodyByAnyName) {
  const std::string metrics = Exchange("GET", "/metrics");
  EXPECT_EQ(StatusOf(metrics), 200);
  EXPECT_EQ(BodyOf(metrics), "# metrics\n");
  EXPECT_THAT(HeaderOf(metrics, "Content-Type"), testing::HasSubstr("version=0.0.4"));
  EXPECT_EQ(StatusOf(Exchange("GET", "/healthz")), 200);
  EXPECT_EQ(BodyOf(Exchange("GET", "/readyz")), "ready");
  EXPECT_EQ(StatusOf(Exchange("GET", "/readyz?writes=1")), 503);
}

TEST_F(OpsListenerTest, HasNothingElseAndTakesNothing) {
  EXPECT_EQ(StatusOf(Exchange("GET", "/api/snapshot")), 404);
  const std::string reply = Exchange("POST", "/metrics");
  EXPECT_EQ(StatusOf(reply), 405);
  EXPECT_EQ(HeaderOf(reply, "Allow"), "GET, HEAD");
}

TEST_F(OpsListenerTest, SaysThatItsPortIsTaken) {
  const auto second = ops::OpsListener::Open({"127.0.0.1", listener_->port()}, {});
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
  EXPECT_THAT(std::string(second.status().message()), testing::HasSubstr("--ops"));
}

}  // namespace
}  // namespace collie::tests
