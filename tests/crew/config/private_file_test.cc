#include "crew/config/private_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace collie::config {
namespace {

namespace fs = std::filesystem;

unsigned int Mode(const fs::path& path) {
  struct stat found = {};
  stat(path.c_str(), &found);
  return found.st_mode & 07777;
}

TEST(PrivateFileTest, MakesMissingFoldersOfThisUserAlone) {
  const tests::TemporaryFolder folder;
  const fs::path inner = folder.path() / "state" / "cli";
  ASSERT_TRUE(MakePrivateFolders(inner).ok());
  EXPECT_EQ(fs::status(inner).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(inner.parent_path()).permissions(), fs::perms::owner_all);
  EXPECT_TRUE(MakePrivateFolders(inner).ok());
}

TEST(PrivateFileTest, ReplacesAFolderWhole) {
  tests::TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "identity";
  ASSERT_TRUE(WritePrivateFolder(folder, {{"a", "1"}, {"b", "2"}}).ok());
  EXPECT_EQ(Mode(folder), 0700u);
  EXPECT_EQ(Mode(folder / "a"), 0600u);
  ASSERT_TRUE(WritePrivateFolder(folder.string() + "/", {{"a", "3"}}).ok());
  EXPECT_EQ(*ReadPrivateFile(folder / "a", 10), "3");
  EXPECT_FALSE(fs::exists(folder / "b"));
  EXPECT_FALSE(fs::exists(temporary.path() / "identity.new"));
}

TEST(PrivateFileTest, RedoesWhatACrashLeftHalfBuilt) {
  tests::TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "identity";
  fs::create_directory(temporary.path() / "identity.new");
  std::ofstream(temporary.path() / "identity.new" / "half") << "x";
  ASSERT_TRUE(WritePrivateFolder(folder, {{"a", "1"}}).ok());
  EXPECT_FALSE(fs::exists(folder / "half"));
  EXPECT_EQ(*ReadPrivateFile(folder / "a", 10), "1");
}

TEST(PrivateFileTest, LeavesTheOldFolderWhenTheNewCannotBeBuilt) {
  tests::TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "identity";
  ASSERT_TRUE(WritePrivateFolder(folder, {{"a", "1"}}).ok());
  EXPECT_FALSE(WritePrivateFolder(folder, {{"no/such", "2"}}).ok());
  EXPECT_EQ(*ReadPrivateFile(folder / "a", 10), "1");
  EXPECT_FALSE(fs::exists(temporary.path() / "identity.new"));
}

TEST(PrivateFileTest, RefusesAKeyThatOthersMayRead) {
  tests::TemporaryFolder temporary;
  const fs::path file = temporary.path() / "key";
  ASSERT_TRUE(WritePrivateFile(file, "k").ok());
  EXPECT_EQ(*ReadPrivateFile(file, 1), "k");
  chmod(file.c_str(), 0640);
  absl::Status status = ReadPrivateFile(file, 1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_NE(status.message().find("chmod 600"), std::string::npos);
}

TEST(PrivateFileTest, BoundsWhatItReads) {
  tests::TemporaryFolder temporary;
  ASSERT_TRUE(WritePrivateFile(temporary.path() / "f", "12345").ok());
  EXPECT_TRUE(ReadBoundedFile(temporary.path() / "f", 5).ok());
  EXPECT_EQ(ReadBoundedFile(temporary.path() / "f", 4).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ReadBoundedFile(temporary.path() / "g", 4).status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace collie::config
