#ifndef COLLIE_CREW_IDENTITY_CERTIFICATE_BUILDER_H_
#define COLLIE_CREW_IDENTITY_CERTIFICATE_BUILDER_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/identity/openssl.h"
#include "crew/ids/random.h"

namespace collie::identity {

// Fills in one X.509 v3 certificate, step by step; the first step that fails is what Sign returns.
// Internal to this component. Not thread-safe.
class CertificateBuilder {
 public:
  // With a random serial number, valid from a day before `now` until ten years after.
  CertificateBuilder(ids::RandomSource& random, absl::Time now);

  CertificateBuilder& Subject(std::string_view common_name);
  CertificateBuilder& PublicKey(EVP_PKEY* key);
  // `issuer` null: the certificate is its own issuer. Before Extension.
  CertificateBuilder& Issuer(X509* issuer);
  // An extension in OpenSSL's notation; `value` is never text from outside.
  CertificateBuilder& Extension(int nid, const char* value);

  // Errors: INTERNAL.
  absl::StatusOr<CertificatePtr> Sign(EVP_PKEY* key);

 private:
  void Check(bool step, const char* what);

  CertificatePtr certificate_;
  X509* issuer_ = nullptr;
  const char* failed_ = nullptr;
};

// The PEM of a certificate. Errors: INTERNAL.
absl::StatusOr<std::string> ToPem(const X509* certificate);

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_CERTIFICATE_BUILDER_H_
