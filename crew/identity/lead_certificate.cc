#include "crew/identity/lead_certificate.h"

#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "crew/identity/authority.h"
#include "crew/identity/openssl.h"

namespace collie::identity {
namespace {

using StorePtr = std::unique_ptr<X509_STORE, Freed<X509_STORE_free>>;
using CheckPtr = std::unique_ptr<X509_STORE_CTX, Freed<X509_STORE_CTX_free>>;

// False: memory ran out.
bool Prepare(X509_STORE_CTX* check, X509_STORE* store, X509* authority, X509* certificate) {
  if (check == nullptr || store == nullptr || X509_STORE_add_cert(store, authority) != 1 ||
      X509_STORE_CTX_init(check, store, certificate, nullptr) != 1) {
    return false;
  }
  X509_VERIFY_PARAM* rules = X509_STORE_CTX_get0_param(check);
  X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_NO_CHECK_TIME);
  return X509_VERIFY_PARAM_set_purpose(rules, X509_PURPOSE_SSL_SERVER) == 1 &&
         X509_VERIFY_PARAM_set1_host(rules, kRelayName, 0) == 1;
}

}  // namespace

absl::Status CheckLeadCertificate(std::string_view pem, std::string_view authority_pem) {
  const CertificatePtr certificate = ReadCertificate({pem.data(), pem.size()});
  const CertificatePtr authority = ReadCertificate({authority_pem.data(), authority_pem.size()});
  if (certificate == nullptr || authority == nullptr) {
    return Unreadable("The lead's certificate, or the crew's authority, is not PEM.");
  }
  const StorePtr store(X509_STORE_new());
  const CheckPtr check(X509_STORE_CTX_new());
  if (!Prepare(check.get(), store.get(), authority.get(), certificate.get())) {
    return OpenSslError("Preparing to check a certificate");
  }
  if (X509_verify_cert(check.get()) == 1) return absl::OkStatus();
  const int error = X509_STORE_CTX_get_error(check.get());
  ERR_clear_error();
  return absl::PermissionDeniedError(
      absl::StrCat("This is no relay of the crew: ", X509_verify_cert_error_string(error), "."));
}

bool CarriesNames(std::string_view pem, const std::vector<std::string>& names) {
  const CertificatePtr certificate = ReadCertificate({pem.data(), pem.size()});
  if (certificate == nullptr) return false;
  if (X509_check_host(certificate.get(), kRelayName, 0, 0, nullptr) != 1) return false;
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return X509_check_ip_asc(certificate.get(), name.c_str(), 0) == 1 ||
           X509_check_host(certificate.get(), name.c_str(), name.size(), 0, nullptr) == 1;
  });
}

}  // namespace collie::identity
