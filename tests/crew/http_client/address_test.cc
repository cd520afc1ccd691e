#include "crew/http_client/address.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temporary_folder.h"

namespace collie::http_client {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class SocketAddressTest : public ::testing::Test {
 protected:
  SocketAddressTest() {
    fs::create_directory(home());
    chmod(home().c_str(), 0700);
    MakeSocket(path());
  }

  fs::path home() const { return folder_.path() / "hello"; }
  std::string path() const { return home() / "app.sock"; }

  static void MakeSocket(const std::string& path) {
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    close(fd);
    chmod(path.c_str(), 0600);
  }

  static SourceReason ReasonOf(const std::string& path) {
    const auto problem = CheckSocket(path, geteuid());
    return problem ? problem->reason : SourceReason::kNone;
  }
  static std::string DetailOf(const std::string& path) {
    const auto problem = CheckSocket(path, geteuid());
    return problem ? problem->detail : "";
  }

  tests::TemporaryFolder folder_;
};

TEST_F(SocketAddressTest, APrivatePathPasses) { EXPECT_EQ(DetailOf(path()), ""); }

TEST_F(SocketAddressTest, AMissingSocketIsNoProblemOfTheAddress) {
  fs::remove(path());
  EXPECT_EQ(ReasonOf(path()), SourceReason::kNone);
  EXPECT_EQ(ReasonOf((home() / "gone" / "app.sock").string()), SourceReason::kNone);
}

TEST_F(SocketAddressTest, ThePathIsAbsolutePlainAndShort) {
  EXPECT_EQ(ReasonOf("app.sock"), SourceReason::kBadAddress);
  EXPECT_EQ(ReasonOf(""), SourceReason::kBadAddress);
  EXPECT_EQ(ReasonOf(home().string() + "/../hello/app.sock"), SourceReason::kBadAddress);
  EXPECT_EQ(ReasonOf(home().string() + "/"), SourceReason::kBadAddress);
  EXPECT_EQ(ReasonOf("/" + std::string(103, 'x')), SourceReason::kBadAddress);
  const std::string longest =
      home().string() + "/" + std::string(102 - home().string().size(), 'x');
  EXPECT_EQ(ReasonOf(longest), SourceReason::kNone);
  EXPECT_EQ(ReasonOf(longest + "x"), SourceReason::kBadAddress);
}

TEST_F(SocketAddressTest, ASocketOpenToOthersIsNotPrivate) {
  for (const mode_t mode : {0660, 0604, 0620}) {
    chmod(path().c_str(), mode);
    EXPECT_EQ(ReasonOf(path()), SourceReason::kSocketNotPrivate) << std::oct << mode;
  }
  EXPECT_THAT(DetailOf(path()), HasSubstr("0600"));
}

TEST_F(SocketAddressTest, ItsFolderIsOursWith0700) {
  for (const mode_t mode : {0750, 0701, 0755}) {
    chmod(home().c_str(), mode);
    EXPECT_EQ(ReasonOf(path()), SourceReason::kSocketNotPrivate) << std::oct << mode;
  }
  EXPECT_THAT(DetailOf(path()), HasSubstr(home().string()));
}

TEST_F(SocketAddressTest, AnotherUsersSocketIsNotPrivate) {
  const auto problem = CheckSocket(path(), geteuid() + 1);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->reason, SourceReason::kSocketNotPrivate);
}

TEST_F(SocketAddressTest, NoPartIsASymlink) {
  const fs::path link = folder_.path() / "link";
  fs::create_directory_symlink(home(), link);
  EXPECT_EQ(ReasonOf(link / "app.sock"), SourceReason::kSocketNotPrivate);
  fs::create_symlink(path(), home() / "alias.sock");
  EXPECT_EQ(ReasonOf(home() / "alias.sock"), SourceReason::kSocketNotPrivate);
  EXPECT_THAT(DetailOf(home() / "alias.sock"), HasSubstr("symlink"));
}

TEST_F(SocketAddressTest, AFileThatIsNoSocketIsRefused) {
  std::ofstream(home() / "file") << "x";
  EXPECT_EQ(ReasonOf(home() / "file"), SourceReason::kSocketNotPrivate);
}

TEST_F(SocketAddressTest, AFolderAboveThatOthersWriteIsRefusedUnlessSticky) {
  const fs::path above = folder_.path() / "above";
  fs::create_directory(above);
  fs::create_directory(above / "own");
  chmod((above / "own").c_str(), 0700);
  const std::string deep = above / "own" / "s";
  MakeSocket(deep);
  for (const mode_t mode : {0770, 0777, 0702}) {
    chmod(above.c_str(), mode);
    EXPECT_EQ(ReasonOf(deep), SourceReason::kSocketNotPrivate) << std::oct << mode;
    EXPECT_THAT(DetailOf(deep), HasSubstr(above.string()));
  }
  chmod(above.c_str(), 01777);
  EXPECT_EQ(ReasonOf(deep), SourceReason::kNone);
}

TEST(UrlAddressTest, OnlyHttpsOrThisMachineWithAPort) {
  for (const char* good : {"https://edge.example.com", "https://edge.example.com:8443/collie/",
                           "http://127.0.0.1:8080", "http://localhost:8080/collie"}) {
    EXPECT_FALSE(CheckUrl(good)) << good;
  }
  for (const char* bad :
       {"", "edge.example.com", "http://edge.example.com", "http://127.0.0.1", "http://localhost",
        "http://localhost:", "http://127.0.0.2:80", "http://localhost.example.com:80",
        "http://127.0.0.1:80@evil.example:80", "https://user:pw@edge.example.com", "https://",
        "https://edge.example.com/?a=1", "https://edge.example.com/#x", "ftp://edge.example.com",
        "https://edge.example.com/a b", "https://edge.example.com\r\nX: y", "HTTP://localhost:1",
        "https://edge.example.com\\@evil.example"}) {
    const auto problem = CheckUrl(bad);
    ASSERT_TRUE(problem) << bad;
    EXPECT_EQ(problem->reason, SourceReason::kBadAddress) << bad;
  }
}

}  // namespace
}  // namespace collie::http_client
