#include "edge/sources/agent_processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "crew/local/agent_processes.h"
#include "crew/local/socket_path.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

// A process that listens at a socket.
class Agent {
 public:
  explicit Agent(const std::string& path) {
    unlink(path.c_str());
    int ready[2] = {};
    EXPECT_EQ(pipe(ready), 0);
    pid_ = fork();
    if (pid_ == 0) {
      const sockaddr_un address = *local::SocketAddress(path);
      const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
      bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
      listen(fd, 8);
      if (write(ready[1], "x", 1) == 1) pause();
      _exit(0);
    }
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
  }
  ~Agent() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
};

class AgentProcessesTest : public ::testing::Test {
 protected:
  bool IsRefused(pid_t pid) const { return !local::CheckIsNoAgent(pid, file_).ok(); }

  tests::TemporaryFolder folder_;
  const std::string socket_ = (folder_.path() / "app.sock").string();
  const std::filesystem::path file_ = folder_.path() / "agents";
  AgentProcesses processes_{file_};
  const std::vector<config::SourceEntry> entries_ = [this] {
    config::SourceEntry entry;
    entry.name = "shell";
    entry.socket = socket_;
    config::SourceEntry remote;
    remote.name = "far";
    remote.url = "https://agent.example.com";
    return std::vector<config::SourceEntry>{entry, remote};
  }();
};

TEST_F(AgentProcessesTest, ListsWhoListensAtASocket) {
  processes_.Check(entries_);
  const Agent agent(socket_);
  EXPECT_FALSE(IsRefused(agent.pid()));
  processes_.Check(entries_);
  EXPECT_TRUE(IsRefused(agent.pid()));
  EXPECT_FALSE(IsRefused(getpid()));
}

TEST_F(AgentProcessesTest, ListsTheNextOneAtTheSameSocket) {
  auto first = std::make_unique<Agent>(socket_);
  processes_.Check(entries_);
  first.reset();
  const Agent second(socket_);
  processes_.Check(entries_);
  EXPECT_TRUE(IsRefused(second.pid()));
}

TEST_F(AgentProcessesTest, ForgetsWhoIsDetached) {
  const Agent agent(socket_);
  processes_.Check(entries_);
  processes_.Check({});
  EXPECT_FALSE(IsRefused(agent.pid()));
}

}  // namespace
}  // namespace collie::edge
