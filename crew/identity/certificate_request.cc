#include "crew/identity/certificate_request.h"

#include <openssl/pem.h>

#include <utility>

#include "crew/identity/pin.h"
#include "crew/status/status_macros.h"

namespace collie::identity {
namespace {

constexpr size_t kMostPemBytes = 16 * 1024;

}  // namespace

absl::StatusOr<std::string> MakeCertificateRequest(const Key& key) {
  RequestPtr request(X509_REQ_new());
  BioPtr bio(BIO_new(BIO_s_mem()));
  const bool made = request != nullptr && bio != nullptr &&
                    X509_REQ_set_version(request.get(), X509_REQ_VERSION_1) == 1 &&
                    X509_REQ_set_pubkey(request.get(), key.handle()) == 1 &&
                    X509_REQ_sign(request.get(), key.handle(), EVP_sha256()) > 0 &&
                    PEM_write_bio_X509_REQ(bio.get(), request.get()) == 1;
  if (!made) return OpenSslError("Making a certificate request");
  return TakeText(bio.get());
}

absl::StatusOr<CertificateRequest> CertificateRequest::Parse(std::string_view pem) {
  if (pem.size() > kMostPemBytes) return Unreadable("The certificate request is over 16 KiB.");
  BioPtr bio = ReadFrom({pem.data(), pem.size()});
  if (bio == nullptr) return OpenSslError("Reading a certificate request");
  RequestPtr request(PEM_read_bio_X509_REQ(bio.get(), nullptr, NoPassword, nullptr));
  if (request == nullptr) return Unreadable("The certificate request is not PEM: make a new one.");
  KeyPtr key(X509_REQ_get_pubkey(request.get()));
  // The type first: checking a signature of an outlandish key can be made slow.
  if (!IsCrewKey(key.get())) {
    return Unreadable("The certificate request's key is not an EC key on P-256: make a new key.");
  }
  if (X509_REQ_verify(request.get(), key.get()) != 1) {
    return Unreadable("The certificate request is not signed by its own key: make a new one.");
  }
  COLLIE_ASSIGN_OR_RETURN(std::string pin, PinOfKey(key.get()));
  return CertificateRequest(std::move(key), std::move(pin));
}

}  // namespace collie::identity
