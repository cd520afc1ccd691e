#include "crew/journal/instance_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/temporary_folder.h"

namespace collie::journal {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class InstanceLockTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "lock";
};

TEST_F(InstanceLockTest, RefusesASecondInstanceAndNamesTheFirst) {
  auto first = InstanceLock::Acquire(file_);
  ASSERT_TRUE(first.ok()) << first.status();
  auto second = InstanceLock::Acquire(file_);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr(absl::StrCat("pid ", getpid())));
  EXPECT_THAT(std::string(second.status().message()), HasSubstr(folder_.path().string()));
}

TEST_F(InstanceLockTest, IsFreeOnceItsHolderEnds) {
  { ASSERT_TRUE(InstanceLock::Acquire(file_).ok()); }
  EXPECT_TRUE(InstanceLock::Acquire(file_).ok());
}

TEST_F(InstanceLockTest, MovesItsHold) {
  auto first = InstanceLock::Acquire(file_);
  ASSERT_TRUE(first.ok());
  InstanceLock moved = *std::move(first);
  EXPECT_FALSE(InstanceLock::Acquire(file_).ok());
}

TEST_F(InstanceLockTest, IsPrivate) {
  auto lock = InstanceLock::Acquire(file_);
  struct stat found = {};
  ASSERT_EQ(stat(file_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600u);
}

TEST_F(InstanceLockTest, DoesNotRepeatWhatAnUnreadableLockSays) {
  auto first = InstanceLock::Acquire(file_);
  std::ofstream(file_) << "someone else's words";
  auto second = InstanceLock::Acquire(file_);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(second.status().message()), Not(HasSubstr("someone")));
}

TEST_F(InstanceLockTest, FollowsNoLink) {
  std::filesystem::create_symlink(folder_.path() / "elsewhere", file_);
  EXPECT_EQ(InstanceLock::Acquire(file_).status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "elsewhere"));
}

TEST_F(InstanceLockTest, SaysThatItsFolderIsMissing) {
  auto lock = InstanceLock::Acquire(folder_.path() / "nowhere" / "lock");
  EXPECT_EQ(lock.status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace collie::journal
