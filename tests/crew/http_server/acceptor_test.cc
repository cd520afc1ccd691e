#include "crew/http_server/acceptor.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/error.hpp>
#include <boost/system/error_code.hpp>

#include "tests/crew/http_server/serving.h"

namespace collie::tests {
namespace {

using testing::HasSubstr;
using AcceptorTest = ServingTest;

TEST_F(AcceptorTest, SaysThatItsPortIsTaken) {
  Open();
  auto options = Options();
  options.address.port = server_->port();
  const auto second = http_server::Server::Start(std::move(options), nullptr);
  EXPECT_TRUE(absl::IsUnavailable(second.status()));
  EXPECT_THAT(std::string(second.status().message()), HasSubstr("cannot listen at 127.0.0.1:"));
}

TEST_F(AcceptorTest, ListensAtNumbersOnly) {
  for (const char* host : {"example.com", "nonsense", "1.2.3"}) {
    auto options = Options();
    options.address.host = host;
    EXPECT_TRUE(
        absl::IsInvalidArgument(http_server::Server::Start(std::move(options), nullptr).status()))
        << host;
  }
}

TEST_F(AcceptorTest, AnEmptyHostIsEveryAddress) {
  auto options = Options();
  options.address.host = "";
  Open(options);
  EXPECT_EQ(StatusOf(Exchange(Get("/"))), 200);
  EXPECT_THAT(requests(), testing::ElementsAre("GET / 127.0.0.1")) << "not as ::ffff:127.0.0.1";
}

// Takes every descriptor that this process may have.
class NoDescriptorsLeft {
 public:
  NoDescriptorsLeft() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int highest = open("/dev/null", O_RDONLY | O_CLOEXEC);
    taken_.push_back(highest);
    const rlimit low{static_cast<rlim_t>(highest) + 8, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &low);
    for (int fd = 0; (fd = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) taken_.push_back(fd);
  }
  ~NoDescriptorsLeft() {
    for (const int fd : taken_) close(fd);
    setrlimit(RLIMIT_NOFILE, &before_);
  }
  void GiveOne() {
    close(taken_.back());
    taken_.pop_back();
  }

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

TEST_F(AcceptorTest, BacksOffWithoutDescriptorsAndGoesOn) {
  std::atomic<int> troubles = 0;
  auto options = Options();
  options.on_trouble = [&](std::string_view) { ++troubles; };
  Open(options);
  // The sanitizer checks a type that it has not seen yet by a pipe, for which there is none later.
  ASSERT_EQ(StatusOf(Exchange(Get("/"))), 200);
  while (server_->stats().strangers + server_->stats().friends > 0) usleep(1000);
  namespace error = boost::asio::error;
  for (const auto* category : {&error::get_misc_category(), &error::get_netdb_category(),
                               &error::get_addrinfo_category()}) {
    ASSERT_TRUE(boost::system::error_code(1, *category).failed());
  }
  std::unique_ptr<RawClient> client;
  {
    NoDescriptorsLeft none;
    none.GiveOne();  // for the client's own end
    client = std::make_unique<RawClient>(server_->port());
    ASSERT_TRUE(client->is_connected());
    client->Send(Get("/"));
    while (server_->stats().accept_failures < 2) usleep(1000);
    EXPECT_FALSE(server_->stats().is_accepting);
    EXPECT_EQ(troubles, 1) << "said once, however often it fails";
  }
  EXPECT_EQ(StatusOf(client->ReadReply()), 200);
  EXPECT_TRUE(server_->stats().is_accepting);
}

}  // namespace
}  // namespace collie::tests
