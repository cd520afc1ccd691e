#include "crew/identity/certificate_builder.h"

#include <openssl/bn.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <utility>

namespace collie::identity {
namespace {

constexpr int kBackDatedDays = 1;
constexpr int kLifeDays = 3653;  // ten years
constexpr size_t kSerialBytes = 16;

bool SetSerial(X509* certificate, ids::RandomSource& random) {
  std::string bytes = random.Bytes(kSerialBytes);
  bytes[0] = static_cast<char>((static_cast<unsigned char>(bytes[0]) & 0x7f) | 0x40);
  using NumberPtr = std::unique_ptr<BIGNUM, Freed<BN_free>>;
  NumberPtr number(BN_bin2bn(reinterpret_cast<const unsigned char*>(bytes.data()),
                             static_cast<int>(bytes.size()), nullptr));
  return number != nullptr &&
         BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool SetLife(X509* certificate, absl::Time now) {
  time_t seconds = absl::ToTimeT(now);
  return X509_time_adj_ex(X509_getm_notBefore(certificate), -kBackDatedDays, 0, &seconds) !=
             nullptr &&
         X509_time_adj_ex(X509_getm_notAfter(certificate), kLifeDays, 0, &seconds) != nullptr;
}

}  // namespace

CertificateBuilder::CertificateBuilder(ids::RandomSource& random, absl::Time now)
    : certificate_(X509_new()) {
  Check(certificate_ != nullptr, "Making a certificate");
  if (failed_ != nullptr) return;
  Check(X509_set_version(certificate_.get(), X509_VERSION_3) == 1, "Setting the version");
  Check(SetSerial(certificate_.get(), random), "Setting the serial number");
  Check(SetLife(certificate_.get(), now), "Setting the dates");
}

void CertificateBuilder::Check(bool step, const char* what) {
  if (!step && failed_ == nullptr) failed_ = what;
}

CertificateBuilder& CertificateBuilder::Subject(std::string_view common_name) {
  if (failed_ != nullptr) return *this;
  NamePtr name(X509_NAME_new());
  Check(name != nullptr &&
            X509_NAME_add_entry_by_NID(name.get(), NID_commonName, MBSTRING_UTF8,
                                       reinterpret_cast<const unsigned char*>(common_name.data()),
                                       static_cast<int>(common_name.size()), -1, 0) == 1 &&
            X509_set_subject_name(certificate_.get(), name.get()) == 1,
        "Setting the subject");
  return *this;
}

CertificateBuilder& CertificateBuilder::PublicKey(EVP_PKEY* key) {
  if (failed_ == nullptr) Check(X509_set_pubkey(certificate_.get(), key) == 1, "Setting the key");
  return *this;
}

CertificateBuilder& CertificateBuilder::Issuer(X509* issuer) {
  if (failed_ != nullptr) return *this;
  issuer_ = issuer == nullptr ? certificate_.get() : issuer;
  Check(X509_set_issuer_name(certificate_.get(), X509_get_subject_name(issuer_)) == 1,
        "Setting the issuer");
  return *this;
}

CertificateBuilder& CertificateBuilder::Extension(int nid, const char* value) {
  if (failed_ != nullptr) return *this;
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer_, certificate_.get(), nullptr, nullptr, 0);
  ExtensionPtr extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value));
  Check(extension != nullptr && X509_add_ext(certificate_.get(), extension.get(), -1) == 1,
        "Adding an extension");
  return *this;
}

absl::StatusOr<CertificatePtr> CertificateBuilder::Sign(EVP_PKEY* key) {
  if (failed_ == nullptr) {
    Check(X509_sign(certificate_.get(), key, EVP_sha256()) > 0, "Signing a certificate");
  }
  if (failed_ != nullptr) return OpenSslError(failed_);
  return std::move(certificate_);
}

absl::StatusOr<std::string> ToPem(const X509* certificate) {
  BioPtr bio(BIO_new(BIO_s_mem()));
  if (bio == nullptr || PEM_write_bio_X509(bio.get(), certificate) != 1) {
    return OpenSslError("Writing a certificate");
  }
  return TakeText(bio.get());
}

}  // namespace collie::identity
