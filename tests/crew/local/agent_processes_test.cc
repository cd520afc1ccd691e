#include "crew/local/agent_processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace collie::local {
namespace {

// A process that lives until the test ends it.
class Child {
 public:
  Child() : pid_(fork()) {
    if (pid_ == 0) {
      pause();
      _exit(0);
    }
  }
  ~Child() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }
  ProcessStamp stamp() const { return WithParents(pid_)->front(); }

 private:
  const pid_t pid_;
};

class AgentProcessesTest : public ::testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "agents";
};

TEST_F(AgentProcessesTest, WithoutAFileOrAnAgentEveryCallerMay) {
  const Child caller;
  EXPECT_TRUE(CheckIsNoAgent(caller.pid(), file_).ok());
  ASSERT_TRUE(WriteAgentProcesses(file_, {}).ok());
  EXPECT_TRUE(CheckIsNoAgent(caller.pid(), file_).ok());
  EXPECT_TRUE(CheckIsNoAgent(0, file_).ok());
}

TEST_F(AgentProcessesTest, RefusesAnAgentAndWhoCannotBeSeen) {
  const Child agent;
  const Child other;
  ASSERT_TRUE(WriteAgentProcesses(file_, {agent.stamp()}).ok());
  struct stat found = {};
  ASSERT_EQ(stat(file_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600u);
  EXPECT_EQ(CheckIsNoAgent(agent.pid(), file_).code(), absl::StatusCode::kPermissionDenied);
  EXPECT_TRUE(CheckIsNoAgent(other.pid(), file_).ok());
  EXPECT_EQ(CheckIsNoAgent(0, file_).code(), absl::StatusCode::kPermissionDenied);
}

TEST_F(AgentProcessesTest, ALaterProcessOfTheSameNumberIsNoAgent) {
  const Child caller;
  ProcessStamp earlier = caller.stamp();
  earlier.started -= 1;
  ASSERT_TRUE(WriteAgentProcesses(file_, {earlier}).ok());
  EXPECT_TRUE(CheckIsNoAgent(caller.pid(), file_).ok());
}

// Whoever started this program could act in its place anyway.
TEST_F(AgentProcessesTest, AnAgentThatStartedThisProgramMayCall) {
  const Child caller;
  ASSERT_TRUE(WriteAgentProcesses(file_, {WithParents(getppid())->front()}).ok());
  EXPECT_TRUE(CheckIsNoAgent(caller.pid(), file_).ok());
}

TEST_F(AgentProcessesTest, ADamagedFileRefuses) {
  const Child caller;
  std::ofstream(file_) << "damaged\n";
  chmod(file_.c_str(), 0600);
  EXPECT_EQ(CheckIsNoAgent(caller.pid(), file_).code(), absl::StatusCode::kPermissionDenied);
}

}  // namespace
}  // namespace collie::local
