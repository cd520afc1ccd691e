#include "crew/cli/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

class ChildProcessTest : public ::testing::Test {
 protected:
  std::unique_ptr<ChildProcess> Shell(const std::string& script) {
    auto child = ChildProcess::Start("sh", "/bin/sh", {"-c", script});
    EXPECT_TRUE(child.ok()) << child.status();
    return std::move(*child);
  }
  // Waits until the child has ended; false after twenty seconds.
  bool Ended(ChildProcess& child) {
    for (int look = 0; look < 2000 && child.Running(); ++look) {
      signals_.Wait(absl::Milliseconds(10));
    }
    return !child.Running();
  }
  // Waits until the child has made the file.
  bool Made(const std::filesystem::path& file) {
    for (int look = 0; look < 2000 && !std::filesystem::exists(file); ++look) {
      signals_.Wait(absl::Milliseconds(10));
    }
    return std::filesystem::exists(file);
  }

  Signals signals_;
  tests::TemporaryFolder folder_;
};

TEST_F(ChildProcessTest, SaysHowItEnded) {
  const auto one = Shell("exit 7");
  ASSERT_TRUE(Ended(*one));
  EXPECT_EQ(one->HowItEnded(), "exit code 7");
  const auto two = Shell("kill -9 $$");
  ASSERT_TRUE(Ended(*two));
  EXPECT_EQ(two->HowItEnded(), "signal 9");
}

TEST_F(ChildProcessTest, AProgramThatIsNotThereIsAnErrorAtOnce) {
  const auto child = ChildProcess::Start("none", folder_.path() / "none", {});
  EXPECT_TRUE(absl::IsNotFound(child.status()));
  EXPECT_THAT(std::string(child.status().message()), HasSubstr("none"));
}

TEST_F(ChildProcessTest, StopAsksFirst) {
  const std::filesystem::path ready = folder_.path() / "ready";
  const auto child =
      Shell("trap 'exit 5' TERM; touch " + ready.string() + "; while :; do sleep 0.05; done");
  ASSERT_TRUE(Made(ready));
  child->Stop(absl::Seconds(20), signals_);
  ASSERT_TRUE(Ended(*child));
  EXPECT_EQ(child->HowItEnded(), "exit code 5");
}

TEST_F(ChildProcessTest, StopKillsWhatDoesNotEnd) {
  const std::filesystem::path ready = folder_.path() / "ready";
  const auto child =
      Shell("trap '' TERM; touch " + ready.string() + "; while :; do sleep 0.05; done");
  ASSERT_TRUE(Made(ready));
  child->Stop(absl::Milliseconds(200), signals_);
  ASSERT_TRUE(Ended(*child));
  EXPECT_EQ(child->HowItEnded(), "signal 9");
}

TEST_F(ChildProcessTest, ItIsOutOfReachOfCtrlC) {
  const std::filesystem::path group = folder_.path() / "group";
  const auto child = Shell("ps -o pgid= -p $$ > " + group.string() + ".new; mv " + group.string() +
                           ".new " + group.string());
  ASSERT_TRUE(Made(group));
  std::ifstream file(group);
  pid_t number = 0;
  file >> number;
  EXPECT_GT(number, 0);
  EXPECT_NE(number, getpgrp());
}

}  // namespace
}  // namespace collie::cli
