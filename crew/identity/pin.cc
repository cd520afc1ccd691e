#include "crew/identity/pin.h"

#include <openssl/crypto.h>

#include "absl/strings/escaping.h"

namespace collie::identity {

absl::StatusOr<std::string> Sha256Hex(std::string_view bytes) {
  unsigned char hash[EVP_MAX_MD_SIZE] = {};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), hash, &length, EVP_sha256(), nullptr) != 1) {
    return OpenSslError("Hashing");
  }
  return absl::BytesToHexString({reinterpret_cast<const char*>(hash), length});
}

absl::StatusOr<std::string> PinOfKey(const EVP_PKEY* key) {
  unsigned char* der = nullptr;
  const int length = i2d_PUBKEY(key, &der);
  if (length <= 0) return OpenSslError("Writing a public key");
  std::string bytes(reinterpret_cast<const char*>(der), static_cast<size_t>(length));
  OPENSSL_free(der);
  return Sha256Hex(bytes);
}

absl::StatusOr<std::string> PinOfCertificate(std::string_view pem) {
  CertificatePtr certificate = ReadCertificate({pem.data(), pem.size()});
  const EVP_PKEY* key = certificate == nullptr ? nullptr : X509_get0_pubkey(certificate.get());
  if (key == nullptr)
    return Unreadable("This is not a PEM certificate with a key that can be read.");
  return PinOfKey(key);
}

bool SecretsMatch(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace collie::identity
