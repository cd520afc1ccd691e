#include "crew/identity/key.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/pem.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/config/private_file.h"
#include "crew/status/status_macros.h"

namespace collie::identity {
namespace {

constexpr char kGroup[] = "prime256v1";  // OpenSSL's name of P-256
constexpr size_t kMostPemBytes = 16 * 1024;

}  // namespace

bool IsCrewKey(const EVP_PKEY* key) {
  if (key == nullptr || EVP_PKEY_is_a(key, "EC") != 1) return false;
  char group[64] = {};
  size_t length = 0;
  return EVP_PKEY_get_group_name(key, group, sizeof(group), &length) == 1 &&
         std::string_view(group, length) == kGroup;
}

absl::StatusOr<Key> Key::Generate() {
  KeyPtr key(EVP_EC_gen(kGroup));
  if (key == nullptr) return OpenSslError("Making a key");
  return Key(std::move(key));
}

absl::StatusOr<Key> Key::FromPem(std::string_view pem) {
  BioPtr bio = ReadFrom({pem.data(), pem.size()});
  if (bio == nullptr) return OpenSslError("Reading a key");
  KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassword, nullptr));
  if (key == nullptr) return Unreadable("The key is not an unencrypted PEM private key.");
  if (!IsCrewKey(key.get()))
    return Unreadable("The key is not an EC key on P-256: make a new one.");
  return Key(std::move(key));
}

absl::StatusOr<Key> Key::Load(const std::filesystem::path& file) {
  COLLIE_ASSIGN_OR_RETURN(std::string pem, config::ReadPrivateFile(file, kMostPemBytes));
  absl::StatusOr<Key> key = FromPem(pem);
  OPENSSL_cleanse(pem.data(), pem.size());
  if (key.ok()) return key;
  return absl::Status(key.status().code(),
                      absl::StrCat("'", file.string(), "': ", key.status().message()));
}

absl::StatusOr<std::string> Key::ToPem() const {
  BioPtr bio(BIO_new(BIO_s_mem()));
  if (bio == nullptr || PEM_write_bio_PKCS8PrivateKey(bio.get(), handle(), nullptr, nullptr, 0,
                                                      nullptr, nullptr) != 1) {
    return OpenSslError("Writing a key");
  }
  return TakeText(bio.get());
}

absl::Status Key::Save(const std::filesystem::path& file) const {
  COLLIE_ASSIGN_OR_RETURN(std::string pem, ToPem());
  absl::Status status = config::WritePrivateFile(file, pem);
  OPENSSL_cleanse(pem.data(), pem.size());
  return status;
}

}  // namespace collie::identity
