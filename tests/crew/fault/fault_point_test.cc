#include "crew/fault/fault_point.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/support/temporary_folder.h"

namespace collie::fault {
namespace {

#ifdef COLLIE_FAULT_POINTS

// Comes to `name` this many times, with COLLIE_FAULT as given.
void ComeTo(const char* plans, const char* name, int times) {
  setenv("COLLIE_FAULT", plans, 1);
  for (int i = 0; i < times; ++i) Point(name);
  _exit(7);
}

class FaultPointDeathTest : public testing::Test {
 protected:
  FaultPointDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(FaultPointDeathTest, APointThatIsNamedKills) {
  EXPECT_EXIT(ComeTo("relay.accepted=kill", "relay.accepted", 1), testing::KilledBySignal(SIGKILL),
              "");
}

TEST_F(FaultPointDeathTest, OtherPointsPass) {
  EXPECT_EXIT(ComeTo("relay.accepted=kill,edge.begun=kill", "relay.locked", 3),
              testing::ExitedWithCode(7), "");
  EXPECT_EXIT(ComeTo("relay.accepted=kill", "relay.accept", 1), testing::ExitedWithCode(7), "");
}

TEST_F(FaultPointDeathTest, OneOfSeveralKills) {
  EXPECT_EXIT(ComeTo("relay.accepted=kill,edge.begun=kill", "edge.begun", 1),
              testing::KilledBySignal(SIGKILL), "");
}

TEST_F(FaultPointDeathTest, TheNthTimeAloneKills) {
  EXPECT_EXIT(ComeTo("edge.begun=kill@3", "edge.begun", 2), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(ComeTo("edge.begun=kill@3", "edge.begun", 3), testing::KilledBySignal(SIGKILL), "");
}

TEST_F(FaultPointDeathTest, WithoutThePlanNothingHappens) {
  EXPECT_EXIT(ComeTo("", "edge.begun", 3), testing::ExitedWithCode(7), "");
}

TEST(FaultPointTest, StopHoldsTheProgramUntilItIsContinued) {
  ASSERT_EQ(setenv("COLLIE_FAULT", "edge.begun=stop@1", 1), 0);
  const pid_t child = fork();
  if (child == 0) {
    Point("edge.begun");
    _exit(7);
  }
  unsetenv("COLLIE_FAULT");
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, WUNTRACED), child);
  EXPECT_TRUE(WIFSTOPPED(status));
  kill(child, SIGCONT);
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

// Whether the kernel lists the process among those that wait for a lock.
bool WaitsForLock(pid_t process) {
  const std::string waiting = absl::StrCat(" ", process, " ");
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    if (absl::StrContains(line, "-> FLOCK") && absl::StrContains(line, waiting)) return true;
  }
  return false;
}

TEST(FaultPointTest, StallHoldsWhoeverComesWhileAnotherProcessHasTheLock) {
  tests::TemporaryFolder folder;
  const std::string file = folder.path() / "stall";
  const int lock = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  ASSERT_EQ(setenv("COLLIE_FAULT", absl::StrCat("journal.commit=stall:", file).c_str(), 1), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(lock);
    Point("edge.begun");
    Point("journal.commit");
    _exit(7);
  }
  unsetenv("COLLIE_FAULT");
  int status = 0;
  while (!WaitsForLock(child)) ASSERT_EQ(waitpid(child, &status, WNOHANG), 0) << "it passed";
  ASSERT_EQ(flock(lock, LOCK_UN), 0);
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  close(lock);
}

#else

TEST(FaultPointTest, OutsideOfTheSanitizerBuildsAPointIsNoCode) {
  ASSERT_EQ(setenv("COLLIE_FAULT", "edge.begun=kill", 1), 0);
  Point("edge.begun");
}

#endif  // COLLIE_FAULT_POINTS

}  // namespace
}  // namespace collie::fault
