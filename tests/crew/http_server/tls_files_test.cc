#include "crew/http_server/tls_files.h"

#include <gmock/gmock.h>
#include <openssl/ssl.h>

#include <fstream>

#include "tests/crew/http_server/serving.h"
#include "tests/crew/http_server/tls_client.h"
#include "tests/support/temporary_folder.h"

namespace collie::tests {
namespace {

using testing::HasSubstr;

class TlsFilesTest : public ServingTest {
 protected:
  TemporaryFolder folder_;
};

TEST_F(TlsFilesTest, NamesTheFileThatCannotBeUsed) {
  const auto missing = http_server::TlsFiles::Load({folder_.path() / "a", folder_.path() / "b"});
  EXPECT_TRUE(absl::IsInvalidArgument(missing.status()));
  EXPECT_THAT(std::string(missing.status().message()), HasSubstr("/a'"));
  const auto paths = WriteCertificate(folder_.path());
  std::filesystem::create_directory(folder_.path() / "other");
  const auto other = WriteCertificate(folder_.path() / "other");
  const auto mixed = http_server::TlsFiles::Load({paths.certificate, other.key});
  EXPECT_TRUE(absl::IsInvalidArgument(mixed.status()));
  EXPECT_THAT(std::string(mixed.status().message()), HasSubstr("key.pem"));
}

TEST_F(TlsFilesTest, TakesAChangedCertificateUpAndKeepsAGoodOne) {
  const auto paths = WriteCertificate(folder_.path());
  auto files = http_server::TlsFiles::Load(paths);
  ASSERT_TRUE(files.ok()) << files.status();
  const auto first = files->context();
  EXPECT_TRUE(files->Refresh().ok());
  EXPECT_EQ(files->context(), first);
  std::ofstream(paths.certificate) << "half of a certif";
  EXPECT_TRUE(absl::IsInvalidArgument(files->Refresh()));
  EXPECT_TRUE(files->Refresh().ok()) << "said once";
  EXPECT_EQ(files->context(), first);
  WriteCertificate(folder_.path());
  EXPECT_TRUE(files->Refresh().ok());
  EXPECT_NE(files->context(), first);
  EXPECT_EQ(files->refreshed(), 1);
}

TEST_F(TlsFilesTest, AServerTakesUpItsNewCertificateWhileItRuns) {
  auto options = Options();
  options.tls = WriteCertificate(folder_.path());
  Open(options);
  std::string first;
  TlsExchange(server_->port(), Get("/", "Connection: close\r\n"), &first);
  ASSERT_NE(first, "");
  WriteCertificate(folder_.path());
  std::string now = first;
  for (int tries = 0; tries < 3000 && now == first; ++tries) {
    TlsExchange(server_->port(), Get("/", "Connection: close\r\n"), &now);
  }
  EXPECT_NE(now, first);
}

TEST_F(TlsFilesTest, SpeaksTls13Only) {
  auto options = Options();
  options.tls = WriteCertificate(folder_.path());
  Open(options);
  const std::string request = Get("/", "Connection: close\r\n");
  EXPECT_EQ(StatusOf(TlsExchange(server_->port(), request)), 200);
  EXPECT_EQ(TlsExchange(server_->port(), request, nullptr, TLS1_2_VERSION), "");
}

}  // namespace
}  // namespace collie::tests
