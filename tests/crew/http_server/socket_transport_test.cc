#include "crew/http_server/socket_transport.h"

#include <gmock/gmock.h>

#include "tests/crew/http_server/serving.h"
#include "tests/crew/http_server/tls_client.h"
#include "tests/support/temporary_folder.h"

namespace collie::tests {
namespace {

class SocketTransportTest : public ServingTest {
 protected:
  TemporaryFolder folder_;
};

TEST_F(SocketTransportTest, CarriesRequestsAndRepliesOverTls) {
  auto options = Options();
  options.tls = WriteCertificate(folder_.path());
  Open(options);
  const std::string body(100 << 10, 'x');
  const std::string reply = TlsExchange(
      server_->port(), absl::StrCat("POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n",
                                    "Content-Length: ", body.size(), "\r\n\r\n", body));
  EXPECT_EQ(BodyOf(reply), body);
}

TEST_F(SocketTransportTest, DropsAHandshakeThatDoesNotEnd) {
  auto options = Options();
  options.tls = WriteCertificate(folder_.path());
  options.limits.handshake = absl::Milliseconds(100);
  Open(options);
  RawClient silent(server_->port());
  RawClient garbage(server_->port());
  garbage.Send("GET / HTTP/1.1\r\n\r\n");
  bool ended = false;
  EXPECT_EQ(silent.ReadToEnd(&ended), "");
  EXPECT_TRUE(ended);
  garbage.ReadToEnd(&ended);
  EXPECT_TRUE(ended);
  EXPECT_TRUE(AwaitCounts(0, 0));
}

}  // namespace
}  // namespace collie::tests
