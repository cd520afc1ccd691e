#include "crew/identity/identity_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "crew/identity/authority.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::identity {
namespace {

namespace fs = std::filesystem;

class IdentityFolderTest : public ::testing::Test {
 protected:
  Identity Make(const Key& key, const std::string& member) {
    CertificateRequest request = *CertificateRequest::Parse(*MakeCertificateRequest(key));
    return {.key = *key.ToPem(),
            .certificate = *authority_.SignMember(request, "name"),
            .authority = authority_.certificate(),
            .link_address = "lead.example.com:8786",
            .member = member};
  }

  static unsigned int Mode(const fs::path& path) {
    struct stat found = {};
    stat(path.c_str(), &found);
    return found.st_mode & 07777;
  }

  tests::SimulatedClock clock_;
  Authority authority_ = *Authority::Create(ids::SystemRandom(), clock_);
  tests::TemporaryFolder temporary_;
  const fs::path path_ = temporary_.path() / "edge" / "identity";
  IdentityFolder folder_{path_, IdentityKind::kMember};
};

TEST_F(IdentityFolderTest, KeepsTheKeyOfAHostThatWasCutOffWhileJoining) {
  EXPECT_EQ(folder_.Read().status().code(), absl::StatusCode::kNotFound);
  const std::string first = *folder_.TakeKey()->ToPem();
  EXPECT_EQ(folder_.Read().status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(*folder_.TakeKey()->ToPem(), first);
}

TEST_F(IdentityFolderTest, ReadsWhatItWrotePrivately) {
  Identity written = Make(*folder_.TakeKey(), "deck-7f3a2c");
  ASSERT_TRUE(folder_.Write(written).ok());
  Identity read = *folder_.Read();
  EXPECT_EQ(read.key, written.key);
  EXPECT_EQ(read.certificate, written.certificate);
  EXPECT_EQ(read.authority, written.authority);
  EXPECT_EQ(read.link_address, written.link_address);
  EXPECT_EQ(read.member, "deck-7f3a2c");
  EXPECT_EQ(Mode(path_), 0700u);
  for (const char* name : {"member.key", "member.crt", "authority.crt", "link.json"}) {
    EXPECT_EQ(Mode(path_ / name), 0600u) << name;
  }
}

TEST_F(IdentityFolderTest, ReplacesAnIdentityWhole) {
  ASSERT_TRUE(folder_.Write(Make(*Key::Generate(), "a-1")).ok());
  Identity second = Make(*Key::Generate(), "b-2");
  ASSERT_TRUE(folder_.Write(second).ok());
  EXPECT_EQ(folder_.Read()->member, "b-2");
  EXPECT_EQ(folder_.Read()->key, second.key);
}

TEST_F(IdentityFolderTest, KeepsADevicesIdentityUnderItsOwnNames) {
  IdentityFolder device(temporary_.path() / "phone", IdentityKind::kDevice);
  ASSERT_TRUE(device.Write(Make(*Key::Generate(), "")).ok());
  EXPECT_TRUE(fs::exists(temporary_.path() / "phone" / "device.key"));
  EXPECT_EQ(device.Read()->link_address, "lead.example.com:8786");
}

TEST_F(IdentityFolderTest, RefusesAKeyAndACertificateOfDifferentPairs) {
  Identity mixed = Make(*Key::Generate(), "a-1");
  mixed.key = *Key::Generate()->ToPem();
  EXPECT_EQ(folder_.Write(mixed).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(IdentityFolderTest, NeverReplacesAFolderThatHoldsOtherThings) {
  fs::create_directories(path_);
  std::ofstream(path_ / "letter.txt") << "dear";
  EXPECT_EQ(folder_.Write(Make(*Key::Generate(), "a-1")).code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(folder_.TakeKey().status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(fs::exists(path_ / "letter.txt"));
}

TEST_F(IdentityFolderTest, NeverReplacesAFileOrALink) {
  std::ofstream(temporary_.path() / "file") << "x";
  fs::create_directory(temporary_.path() / "real");
  fs::create_symlink(temporary_.path() / "real", temporary_.path() / "link");
  for (const char* name : {"file", "link"}) {
    IdentityFolder folder(temporary_.path() / name, IdentityKind::kDevice);
    EXPECT_EQ(folder.Write(Make(*Key::Generate(), "")).code(),
              absl::StatusCode::kFailedPrecondition);
  }
}

TEST_F(IdentityFolderTest, SaysWhatIsDamagedOrOpen) {
  ASSERT_TRUE(folder_.Write(Make(*Key::Generate(), "a-1")).ok());
  std::ofstream(path_ / "link.json") << "{}";
  EXPECT_EQ(folder_.Read().status().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE(folder_.Write(Make(*Key::Generate(), "a-1")).ok());
  chmod((path_ / "member.key").c_str(), 0644);
  EXPECT_EQ(folder_.Read().status().code(), absl::StatusCode::kPermissionDenied);
}

}  // namespace
}  // namespace collie::identity
