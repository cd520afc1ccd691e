#include "crew/identity/openssl.h"

#include <openssl/err.h>
#include <openssl/pem.h>

#include "absl/strings/str_cat.h"

namespace collie::identity {

absl::Status OpenSslError(absl::string_view what) {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return absl::InternalError(absl::StrCat(what, " failed in OpenSSL", reason == nullptr ? "" : ": ",
                                          reason == nullptr ? "" : reason,
                                          ". Try again, and report it if it stays."));
}

absl::Status Unreadable(absl::string_view sentence) {
  ERR_clear_error();
  return absl::InvalidArgumentError(sentence);
}

BioPtr ReadFrom(absl::string_view text) {
  return BioPtr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string TakeText(BIO* bio) {
  char* bytes = nullptr;
  const long count = BIO_get_mem_data(bio, &bytes);
  return count > 0 ? std::string(bytes, static_cast<size_t>(count)) : std::string();
}

CertificatePtr ReadCertificate(absl::string_view pem) {
  BioPtr bio = ReadFrom(pem);
  if (bio == nullptr) return nullptr;
  return CertificatePtr(PEM_read_bio_X509(bio.get(), nullptr, NoPassword, nullptr));
}

int NoPassword(char*, int, int, void*) { return -1; }

}  // namespace collie::identity
