#include "crew/fault/fault_point.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "gtest/gtest.h"

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

#else

TEST(FaultPointTest, OutsideOfTheSanitizerBuildsAPointIsNoCode) {
  ASSERT_EQ(setenv("COLLIE_FAULT", "edge.begun=kill", 1), 0);
  Point("edge.begun");
}

#endif  // COLLIE_FAULT_POINTS

}  // namespace
}  // namespace collie::fault
