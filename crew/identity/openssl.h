#ifndef COLLIE_CREW_IDENTITY_OPENSSL_H_
#define COLLIE_CREW_IDENTITY_OPENSSL_H_

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

// OpenSSL's objects with an owner, and its errors as sentences. Internal to this component.
namespace collie::identity {

template <auto kFree>
struct Freed {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

using BioPtr = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using KeyContextPtr = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using CertificatePtr = std::unique_ptr<X509, Freed<X509_free>>;
using RequestPtr = std::unique_ptr<X509_REQ, Freed<X509_REQ_free>>;
using NamePtr = std::unique_ptr<X509_NAME, Freed<X509_NAME_free>>;
using ExtensionPtr = std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>>;

// A call into OpenSSL failed that outside data cannot make fail: INTERNAL, with its own reason.
// Empties its queue of errors.
absl::Status OpenSslError(absl::string_view what);
// Outside data could not be read: INVALID_ARGUMENT with `sentence`. Empties the queue.
absl::Status Unreadable(absl::string_view sentence);

// Reads from `text`, which must outlive it; null when memory ran out.
BioPtr ReadFrom(absl::string_view text);
// What was written into a memory BIO.
std::string TakeText(BIO* bio);

// Reads one PEM certificate; null when it is invalid.
CertificatePtr ReadCertificate(absl::string_view pem);

// For PEM readers: an encrypted key is refused, instead of a prompt on the terminal.
int NoPassword(char* buffer, int size, int writing, void* context);

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_OPENSSL_H_
