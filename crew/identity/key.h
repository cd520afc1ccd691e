#ifndef COLLIE_CREW_IDENTITY_KEY_H_
#define COLLIE_CREW_IDENTITY_KEY_H_

#include <filesystem>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/identity/openssl.h"

namespace collie::identity {

// An EC P-256 key pair. Constant after construction: thread-safe.
class Key {
 public:
  // Errors: INTERNAL.
  static absl::StatusOr<Key> Generate();
  // Reads an unencrypted PEM private key. Errors: INVALID_ARGUMENT (not a key, another type).
  static absl::StatusOr<Key> FromPem(std::string_view pem);
  // Reads a file that is this user's alone. Errors: as FromPem and config::ReadPrivateFile.
  static absl::StatusOr<Key> Load(const std::filesystem::path& file);

  // PKCS #8, a secret. Errors: INTERNAL.
  absl::StatusOr<std::string> ToPem() const;
  // Writes the PEM, mode 0600, by rename. Errors: as config::WritePrivateFile.
  absl::Status Save(const std::filesystem::path& file) const;

  EVP_PKEY* handle() const { return handle_.get(); }

 private:
  explicit Key(KeyPtr handle) : handle_(std::move(handle)) {}

  KeyPtr handle_;
};

// Whether this is an EC key on P-256, the only kind that a crew uses.
bool IsCrewKey(const EVP_PKEY* key);

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_KEY_H_
