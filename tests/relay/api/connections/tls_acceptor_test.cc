#include "relay/api/connections/tls_acceptor.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "crew/log/log.h"

namespace collie::relay {
namespace {

// The shortest ClientHello: it names nobody.
const std::string kHello = std::string("\x16\x03\x01\x00\x04\x01\x00\x00\x00", 9);

class Client {
 public:
  Client() : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
  explicit Client(int port) : Client() { Connect(port); }

  void Connect(int port) {
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(connect(fd_.get(), reinterpret_cast<sockaddr*>(&to), sizeof(to)), 0);
  }
  void Send(const std::string& bytes) {
    ASSERT_EQ(send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  // Waits until the other side ends the connection.
  void AwaitEnd() {
    char byte = 0;
    EXPECT_LE(recv(fd_.get(), &byte, 1, 0), 0);
  }
  void Close() { fd_.Close(); }
  // As gRPC names it at the other side.
  std::string Name() const {
    sockaddr_in address = {};
    socklen_t length = sizeof(address);
    getsockname(fd_.get(), reinterpret_cast<sockaddr*>(&address), &length);
    return absl::StrCat("ipv4:127.0.0.1:", ntohs(address.sin_port));
  }

 private:
  files::OwnedFd fd_;
};

class TlsAcceptorTest : public ::testing::Test {
 protected:
  void Open(ConnectionBook::Bounds bounds = {}) {
    acceptor_ = *TlsAcceptor::Open({.address = {.host = "127.0.0.1", .port = 0}, .bounds = bounds},
                                   clock::SystemClock(), [this](int fd, const std::string&) {
                                     absl::MutexLock lock(&mu_);
                                     handed_.emplace_back(fd);
                                   });
    acceptor_->Start();
  }

  void AwaitHanded(size_t count) {
    absl::MutexLock lock(&mu_);
    const auto are_there = [this, count] { return handed_.size() >= count; };
    mu_.Await(absl::Condition(&are_there));
  }
  template <typename Reached>
  void AwaitCounts(Reached reached) {
    while (!reached(acceptor_->counts())) sched_yield();
  }

  absl::Mutex mu_;
  std::vector<files::OwnedFd> handed_;
  std::unique_ptr<TlsAcceptor> acceptor_;
};

TEST_F(TlsAcceptorTest, HandsOverAConnectionWithItsHelloUnread) {
  Open();
  Client client(acceptor_->port());
  client.Send(kHello.substr(0, 3));
  client.Send(kHello.substr(3));
  AwaitHanded(1);
  absl::MutexLock lock(&mu_);
  std::string bytes(kHello.size(), '\0');
  EXPECT_EQ(recv(handed_[0].get(), bytes.data(), bytes.size(), 0),
            static_cast<ssize_t>(kHello.size()));
  EXPECT_EQ(bytes, kHello);
}

TEST_F(TlsAcceptorTest, WhoSpeaksNoTlsIsEndedAtOnce) {
  Open();
  Client client(acceptor_->port());
  client.Send("PRI * HTTP/2.0\r\n\r\n");
  client.AwaitEnd();
  EXPECT_EQ(acceptor_->counts().ended, 1u);
}

TEST_F(TlsAcceptorTest, WhoSaysNothingIsEndedInTime) {
  Open({.wait = absl::Milliseconds(30)});
  Client silent(acceptor_->port());
  silent.AwaitEnd();
  Client halfway(acceptor_->port());
  halfway.Send(kHello.substr(0, 6));
  halfway.AwaitEnd();
  EXPECT_EQ(acceptor_->counts().waiting, 0u);
}

TEST_F(TlsAcceptorTest, WhoNeverCallsIsEndedThoughItsServerHoldsIt) {
  Open({.wait = absl::Milliseconds(30)});
  Client client(acceptor_->port());
  client.Send(kHello);
  AwaitHanded(1);
  client.AwaitEnd();
}

TEST_F(TlsAcceptorTest, ACallMakesItThePeersWhichCanBeEnded) {
  Open({.wait = absl::Milliseconds(200)});
  Client client(acceptor_->port());
  client.Send(kHello);
  AwaitHanded(1);
  acceptor_->Called(client.Name(), "phone");
  Client silent(acceptor_->port());
  silent.AwaitEnd();  // by then the first would have been, too
  EXPECT_EQ(acceptor_->counts().of_peers, 1u);
  acceptor_->EndPeer("phone");
  client.AwaitEnd();
  EXPECT_EQ(acceptor_->counts().of_peers, 0u);
}

TEST_F(TlsAcceptorTest, ManySilentOnesKeepNobodyOut) {
  Open({.waiting = 8, .waiting_of_address = 8});
  std::vector<Client> silent;
  for (int i = 0; i < 100; ++i) silent.emplace_back(acceptor_->port());
  Client friendly(acceptor_->port());
  friendly.Send(kHello);
  AwaitHanded(1);
  EXPECT_LE(acceptor_->counts().waiting, 8u);
}

TEST_F(TlsAcceptorTest, ForgetsWhatIsClosed) {
  Open();
  Client client(acceptor_->port());
  client.Send(kHello);
  AwaitHanded(1);
  acceptor_->Called(client.Name(), "phone");
  {
    absl::MutexLock lock(&mu_);
    shutdown(handed_[0].get(), SHUT_RDWR);
    handed_.clear();
  }
  client.Close();
  AwaitCounts([](const auto& counts) { return counts.of_peers == 0; });
}

// Lets the process have no descriptor more than it has now.
class NoMoreDescriptors {
 public:
  NoMoreDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const files::OwnedFd next(open("/dev/null", O_RDONLY | O_CLOEXEC));
    rlimit none = before_;
    none.rlim_cur = static_cast<rlim_t>(next.get());
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_ = {};
};

TEST_F(TlsAcceptorTest, WithoutDescriptorsItPausesAndAcceptsAgainAfterwards) {
  Open();
  // UBSan looks at the types of the log once, for which it needs a descriptor.
  log::Warn("accept", "a test takes all descriptors");
  Client client;
  {
    const NoMoreDescriptors none;
    client.Connect(acceptor_->port());
    AwaitCounts([](const auto& counts) { return counts.out_of_descriptors && counts.pauses > 1; });
  }
  client.Send(kHello);
  AwaitHanded(1);
  EXPECT_FALSE(acceptor_->counts().out_of_descriptors);
}

}  // namespace
}  // namespace collie::relay
