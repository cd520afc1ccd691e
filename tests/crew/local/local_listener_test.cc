#include "crew/local/local_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fstream>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "crew/local/agent_processes.h"
#include "crew/local/socket_path.h"
#include "tests/support/temporary_folder.h"

namespace collie::local {
namespace {

namespace fs = std::filesystem;

// What was accepted.
class Guests {
 public:
  ~Guests() {
    absl::MutexLock lock(&mu_);
    for (int fd : fds_) close(fd);
  }
  LocalListener::OnAccept Welcome() {
    return [this](int fd, Peer peer) {
      absl::MutexLock lock(&mu_);
      fds_.push_back(fd);
      last_ = peer;
    };
  }
  // Waits for that many; false after ten seconds.
  bool Await(size_t count) {
    absl::MutexLock lock(&mu_);
    auto there = [this, count]()
                     ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return fds_.size() >= count; };
    return mu_.AwaitWithTimeout(absl::Condition(&there), absl::Seconds(10));
  }
  size_t count() {
    absl::MutexLock lock(&mu_);
    return fds_.size();
  }
  int fd(size_t index) {
    absl::MutexLock lock(&mu_);
    return fds_.at(index);
  }
  Peer last() {
    absl::MutexLock lock(&mu_);
    return last_;
  }

 private:
  absl::Mutex mu_;
  std::vector<int> fds_ ABSL_GUARDED_BY(mu_);
  Peer last_ ABSL_GUARDED_BY(mu_);
};

int Dial(const fs::path& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = *SocketAddress(path);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) return fd;
  close(fd);
  return -1;
}

// Whether the other side closed without sending anything, within ten seconds.
bool IsClosed(int fd) {
  pollfd wait = {.fd = fd, .events = POLLIN, .revents = 0};
  char byte = 0;
  return poll(&wait, 1, 10'000) == 1 && recv(fd, &byte, 1, MSG_DONTWAIT) <= 0;
}

class LocalListenerTest : public ::testing::Test {
 protected:
  LocalListenerTest() { fs::create_directory(folder_), chmod(folder_.c_str(), 0700); }

  absl::StatusOr<std::unique_ptr<LocalListener>> Listen() {
    return LocalListener::Listen(socket_, lock_, agents_, guests_.Welcome());
  }

  tests::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path() / "relay";
  const fs::path socket_ = folder_ / "admin.sock";
  const fs::path agents_ = temporary_.path() / "agents";
  journal::InstanceLock lock_ = *journal::InstanceLock::Acquire(temporary_.path() / "lock");
  Guests guests_;
};

TEST_F(LocalListenerTest, AcceptsItsOwnUserAndSaysWhoItIs) {
  auto listener = *Listen();
  const int fd = Dial(socket_);
  ASSERT_GE(fd, 0);
  ASSERT_TRUE(guests_.Await(1));
  EXPECT_EQ(guests_.last().uid, geteuid());
  EXPECT_EQ(guests_.last().pid, getpid());
  EXPECT_NE(fcntl(guests_.fd(0), F_GETFL) & O_NONBLOCK, 0);
  close(fd);
}

TEST_F(LocalListenerTest, IsPrivateWhateverTheUmask) {
  const mode_t before = umask(0);
  auto listener = Listen();
  umask(before);
  ASSERT_TRUE(listener.ok()) << listener.status();
  struct stat found = {};
  ASSERT_EQ(lstat(socket_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600u);
}

// Folder and socket are opened up after the start, as if another user had got past both.
TEST_F(LocalListenerTest, ClosesOnAnotherUserBeforeReading) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  auto listener = *Listen();
  chmod(socket_.c_str(), 0666);
  chmod(folder_.c_str(), 0711);
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder_.c_str()) != 0 || setuid(65534) != 0) _exit(2);
    const int fd = Dial("admin.sock");
    _exit(fd < 0 ? 3 : IsClosed(fd) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(guests_.count(), 0u);
}

TEST_F(LocalListenerTest, TakesOverADeadInstancesSocket) {
  const int dead = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = *SocketAddress(socket_);
  ASSERT_EQ(bind(dead, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  close(dead);
  auto listener = *Listen();
  const int fd = Dial(socket_);
  EXPECT_TRUE(guests_.Await(1));
  close(fd);
}

TEST_F(LocalListenerTest, RemovesNothingThatIsNoSocket) {
  std::ofstream(socket_) << "letter";
  absl::Status status = Listen().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(fs::is_regular_file(socket_));
}

// Runs in a process of its own: its exit code says whether a call of it is served (0) or not (1).
int CallsFromAnotherProcess(const fs::path& socket, const fs::path& agents, bool is_agent) {
  int ready[2] = {};
  EXPECT_EQ(pipe(ready), 0);
  const pid_t agent = fork();
  if (agent == 0) {
    char byte = 0;
    if (read(ready[0], &byte, 1) != 1) _exit(9);
    const pid_t child = fork();
    if (child == 0) {
      const int fd = Dial(socket);
      pollfd closed = {.fd = fd, .events = POLLIN, .revents = 0};
      _exit(fd >= 0 && poll(&closed, 1, 300) == 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    _exit(WEXITSTATUS(status));
  }
  std::vector<ProcessStamp> listed;
  if (is_agent) listed.push_back(WithParents(agent)->front());
  EXPECT_TRUE(WriteAgentProcesses(agents, listed).ok());
  EXPECT_EQ(write(ready[1], "x", 1), 1);
  int status = 0;
  EXPECT_EQ(waitpid(agent, &status, 0), agent);
  close(ready[0]);
  close(ready[1]);
  return WEXITSTATUS(status);
}

TEST_F(LocalListenerTest, RefusesWhatAnAttachedAgentStarted) {
  auto listener = *Listen();
  EXPECT_EQ(CallsFromAnotherProcess(socket_, agents_, /*is_agent=*/false), 0);
  EXPECT_EQ(CallsFromAnotherProcess(socket_, agents_, /*is_agent=*/true), 1);
}

TEST_F(LocalListenerTest, RefusesAFolderOpenToOthers) {
  chmod(folder_.c_str(), 0755);
  EXPECT_EQ(Listen().status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(LocalListenerTest, RefusesAPathThatIsTooLong) {
  absl::Status status =
      LocalListener::Listen(folder_ / std::string(100, 'a'), lock_, agents_, guests_.Welcome())
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("103"), std::string::npos);
  EXPECT_TRUE(SocketAddress(std::string(103, 'a')).ok());
  EXPECT_FALSE(SocketAddress(std::string(104, 'a')).ok());
}

TEST_F(LocalListenerTest, StopsWhileIdleAndRemovesItsSocket) {
  Listen()->reset();
  EXPECT_FALSE(fs::exists(socket_));
  EXPECT_EQ(Dial(socket_), -1);
  EXPECT_TRUE(Listen().ok());
}

}  // namespace
}  // namespace collie::local
