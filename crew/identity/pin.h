#ifndef COLLIE_CREW_IDENTITY_PIN_H_
#define COLLIE_CREW_IDENTITY_PIN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "crew/identity/openssl.h"

namespace collie::identity {

// What a roster pins a peer by: the SHA-256 of its public key (DER of the SubjectPublicKeyInfo), in
// lower-case hex. It stays when the certificate is renewed over the same key. All functions here
// are pure and thread-safe.

// Of a PEM certificate. Errors: INVALID_ARGUMENT (not a certificate).
absl::StatusOr<std::string> PinOfCertificate(std::string_view pem);
// Of a key. Errors: INTERNAL.
absl::StatusOr<std::string> PinOfKey(const EVP_PKEY* key);

// SHA-256 in lower-case hex. Errors: INTERNAL.
absl::StatusOr<std::string> Sha256Hex(std::string_view bytes);

// Whether two secrets, or hashes of secrets, are the same, in a time that depends on their lengths
// alone.
bool SecretsMatch(std::string_view a, std::string_view b);

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_PIN_H_
