#include "crew/identity/key.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include "crew/identity/pin.h"
#include "tests/support/temporary_folder.h"

namespace collie::identity {
namespace {

TEST(KeyTest, IsTheSameOnceSavedAndLoaded) {
  tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "a.key";
  Key key = *Key::Generate();
  ASSERT_TRUE(key.Save(file).ok());
  struct stat found = {};
  ASSERT_EQ(stat(file.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0600u);
  EXPECT_EQ(EVP_PKEY_eq(Key::Load(file)->handle(), key.handle()), 1);
}

TEST(KeyTest, RefusesAFileThatOthersMayRead) {
  tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "a.key";
  ASSERT_TRUE(Key::Generate()->Save(file).ok());
  chmod(file.c_str(), 0644);
  EXPECT_EQ(Key::Load(file).status().code(), absl::StatusCode::kPermissionDenied);
}

TEST(KeyTest, RefusesOtherKindsAndEncryptedKeysWithoutAsking) {
  KeyPtr rsa(EVP_RSA_gen(2048));
  Key good = *Key::Generate();
  BioPtr plain(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(plain.get(), rsa.get(), nullptr, nullptr, 0, nullptr, nullptr);
  BioPtr encrypted(BIO_new(BIO_s_mem()));
  char password[] = "password";
  PEM_write_bio_PKCS8PrivateKey(encrypted.get(), good.handle(), EVP_aes_256_cbc(), password, 8,
                                nullptr, nullptr);
  for (const std::string& text :
       {TakeText(plain.get()), TakeText(encrypted.get()), std::string()}) {
    EXPECT_EQ(Key::FromPem(text).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(KeyTest, NeverTellsTheKeyInAnError) {
  std::string pem = *Key::Generate()->ToPem();
  std::string secret = pem.substr(40, 40);
  pem[100] = '!';
  absl::Status status = Key::FromPem(pem).status();
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.message().find(secret), std::string::npos);
}

}  // namespace
}  // namespace collie::identity
