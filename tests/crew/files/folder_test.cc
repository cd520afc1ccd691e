#include "crew/files/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "crew/config/private_file.h"
#include "crew/journal/private_folder.h"
#include "tests/support/temporary_folder.h"

namespace {

std::vector<std::string>& Synced() {
  static std::vector<std::string> paths;
  return paths;
}

}  // namespace

// In place of the C library's in this test: notes the path, then syncs.
extern "C" int fsync(int fd) {
  char path[4096] = {};
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  if (readlink(link.c_str(), path, sizeof path - 1) > 0) Synced().emplace_back(path);
  return static_cast<int>(syscall(SYS_fsync, fd));
}

namespace collie::files {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

class FolderTest : public ::testing::Test {
 protected:
  FolderTest() { Synced().clear(); }
  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }

  tests::TemporaryFolder folder_;
};

TEST_F(FolderTest, ANewFoldersNameIsDurable) {
  EXPECT_EQ(MakeFolder(Path("new")), 0);
  struct stat found = {};
  ASSERT_EQ(stat(Path("new").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0700u);
  EXPECT_THAT(Synced(), ElementsAre(folder_.path().string()));
}

TEST_F(FolderTest, ASlashAtTheEndChangesNothing) {
  EXPECT_EQ(MakeFolder(Path("new/")), 0);
  EXPECT_THAT(Synced(), ElementsAre(folder_.path().string()));
}

TEST_F(FolderTest, SaysWhyNot) {
  EXPECT_EQ(MakeFolder(Path("none/new")), ENOENT);
  EXPECT_EQ(MakeFolder(folder_.path()), EEXIST);
  EXPECT_EQ(SyncFolder(Path("none")), ENOENT);
}

TEST_F(FolderTest, EveryNewPrivateFolderIsDurableWithThoseAboveIt) {
  ASSERT_TRUE(journal::MakePrivateFolder(Path("a/b/c")).ok());
  EXPECT_THAT(Synced(), ElementsAre(folder_.path().string(), Path("a"), Path("a/b")));
}

TEST_F(FolderTest, ANewPrivateFileIsDurableWithTheFoldersAboveIt) {
  ASSERT_TRUE(config::WritePrivateFile(Path("a/b/file"), "text").ok());
  for (const auto& parent : {folder_.path().string(), Path("a"), Path("a/b")}) {
    EXPECT_THAT(Synced(), Contains(parent));
  }
}

TEST_F(FolderTest, AFolderOfFilesIsDurableWithTheFoldersAboveIt) {
  ASSERT_TRUE(config::WritePrivateFolder(Path("a/b"), {{"file", "text"}}).ok());
  for (const auto& parent : {folder_.path().string(), Path("a")}) {
    EXPECT_THAT(Synced(), Contains(parent));
  }
}

}  // namespace
}  // namespace collie::files
