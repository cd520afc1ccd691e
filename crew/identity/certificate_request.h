#ifndef COLLIE_CREW_IDENTITY_CERTIFICATE_REQUEST_H_
#define COLLIE_CREW_IDENTITY_CERTIFICATE_REQUEST_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "crew/identity/key.h"
#include "crew/identity/openssl.h"

namespace collie::identity {

// Asks an authority to sign this key: PEM. It says nothing but the key, since nothing else of it is
// taken. Errors: INTERNAL.
absl::StatusOr<std::string> MakeCertificateRequest(const Key& key);

// A request from outside that was checked: its sender holds the private key. Constant: thread-safe.
class CertificateRequest {
 public:
  // Errors: INVALID_ARGUMENT (over 16 KiB, not a PEM request, a signature that is not its key's, a
  // key that is not on P-256).
  static absl::StatusOr<CertificateRequest> Parse(std::string_view pem);

  // The public key, all that is ever taken of a request.
  EVP_PKEY* key() const { return key_.get(); }
  // The pin of that key (crew/identity/pin.h).
  const std::string& pin() const { return pin_; }

 private:
  CertificateRequest(KeyPtr key, std::string pin) : key_(std::move(key)), pin_(std::move(pin)) {}

  KeyPtr key_;
  std::string pin_;
};

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_CERTIFICATE_REQUEST_H_
