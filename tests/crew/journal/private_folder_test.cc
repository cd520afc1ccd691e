#include "crew/journal/private_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "tests/support/temporary_folder.h"

namespace collie::journal {
namespace {

using ::testing::HasSubstr;

class PrivateFolderTest : public testing::Test {
 protected:
  static mode_t Mode(const std::filesystem::path& folder) {
    struct stat found = {};
    EXPECT_EQ(stat(folder.c_str(), &found), 0) << folder;
    return found.st_mode & 07777;
  }
  void ExpectRefused(const std::filesystem::path& folder, const std::string& why) {
    absl::Status status = MakePrivateFolder(folder);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(why));
    EXPECT_THAT(std::string(status.message()), HasSubstr(folder.string()));
  }

  tests::TemporaryFolder folder_;
};

TEST_F(PrivateFolderTest, MakesAllThatIsMissingPrivate) {
  mode_t before = umask(0);
  EXPECT_TRUE(MakePrivateFolder(folder_.path() / "state" / "collie" / "relay").ok());
  umask(before);
  EXPECT_EQ(Mode(folder_.path() / "state"), 0700u);
  EXPECT_EQ(Mode(folder_.path() / "state" / "collie" / "relay"), 0700u);
}

TEST_F(PrivateFolderTest, TakesAPrivateOneThatIsThere) {
  EXPECT_TRUE(MakePrivateFolder(folder_.path()).ok());
  EXPECT_TRUE(MakePrivateFolder(folder_.path() / "").ok());
}

TEST_F(PrivateFolderTest, RefusesOneThatOthersMayEnterAndLeavesIt) {
  ASSERT_EQ(chmod(folder_.path().c_str(), 0750), 0);
  ExpectRefused(folder_.path(), "chmod 700");
  EXPECT_EQ(Mode(folder_.path()), 0750u);
}

TEST_F(PrivateFolderTest, RefusesALinkAndAFile) {
  std::filesystem::create_directory(folder_.path() / "real");
  std::filesystem::create_directory_symlink(folder_.path() / "real", folder_.path() / "link");
  ExpectRefused(folder_.path() / "link", "not a folder");
  std::ofstream(folder_.path() / "file") << "x";
  ExpectRefused(folder_.path() / "file", "not a folder");
}

TEST_F(PrivateFolderTest, RefusesAnotherUsersFolder) {
  std::filesystem::path other = folder_.path() / "other";
  ASSERT_TRUE(MakePrivateFolder(other).ok());
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  ASSERT_EQ(chown(other.c_str(), 65534, 65534), 0);
  ExpectRefused(other, "another user");
}

TEST_F(PrivateFolderTest, SaysWhichFolderCannotBeMade) {
  std::ofstream(folder_.path() / "file") << "x";
  EXPECT_THAT(std::string(MakePrivateFolder(folder_.path() / "file" / "below").message()),
              HasSubstr("cannot be made"));
}

}  // namespace
}  // namespace collie::journal
