#include "crew/identity/authority.h"

#include <arpa/inet.h>
#include <openssl/x509v3.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/identity/certificate_builder.h"
#include "crew/status/status_macros.h"

namespace collie::identity {
namespace {

// What every certificate but the authority's own has.
CertificateBuilder Leaf(ids::RandomSource& random, absl::Time now, X509* authority,
                        std::string_view name, EVP_PKEY* key) {
  CertificateBuilder builder(random, now);
  builder.Subject(name)
      .PublicKey(key)
      .Issuer(authority)
      .Extension(NID_basic_constraints, "critical,CA:FALSE")
      .Extension(NID_key_usage, "critical,digitalSignature")
      .Extension(NID_subject_key_identifier, "hash")
      .Extension(NID_authority_key_identifier, "keyid:always");
  return builder;
}

absl::StatusOr<std::string> Finish(CertificateBuilder& builder, const Key& authority) {
  COLLIE_ASSIGN_OR_RETURN(CertificatePtr certificate, builder.Sign(authority.handle()));
  return ToPem(certificate.get());
}

// A name as OpenSSL's configuration has it.
std::string NameEntry(const std::string& name) {
  in6_addr address = {};
  const bool is_address = inet_pton(AF_INET, name.c_str(), &address) == 1 ||
                          inet_pton(AF_INET6, name.c_str(), &address) == 1;
  return absl::StrCat(is_address ? "IP:" : "DNS:", name);
}

}  // namespace

Authority::Authority(Key key, CertificatePtr certificate, std::string pem,
                     ids::RandomSource& random, const clock::Clock& clock)
    : key_(std::move(key)),
      certificate_(std::move(certificate)),
      certificate_pem_(std::move(pem)),
      random_(&random),
      clock_(&clock) {
  // Reads the extensions into the object's cache now, so that later readers share it without
  // writing.
  X509_check_purpose(certificate_.get(), -1, 0);
}

absl::StatusOr<Authority> Authority::Create(ids::RandomSource& random, const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(Key key, Key::Generate());
  CertificateBuilder builder(random, clock.Wall());
  builder.Subject("collie crew authority")
      .PublicKey(key.handle())
      .Issuer(nullptr)
      .Extension(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
      .Extension(NID_key_usage, "critical,keyCertSign,cRLSign")
      .Extension(NID_subject_key_identifier, "hash");
  COLLIE_ASSIGN_OR_RETURN(CertificatePtr certificate, builder.Sign(key.handle()));
  COLLIE_ASSIGN_OR_RETURN(std::string pem, ToPem(certificate.get()));
  return Authority(std::move(key), std::move(certificate), std::move(pem), random, clock);
}

absl::StatusOr<Authority> Authority::Load(std::string_view key_pem,
                                          std::string_view certificate_pem,
                                          ids::RandomSource& random, const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(Key key, Key::FromPem(key_pem));
  CertificatePtr certificate = ReadCertificate({certificate_pem.data(), certificate_pem.size()});
  if (certificate == nullptr) return Unreadable("The authority's certificate is not PEM.");
  if (X509_check_ca(certificate.get()) != 1) {
    return Unreadable("The authority's certificate may not sign others.");
  }
  if (X509_check_private_key(certificate.get(), key.handle()) != 1) {
    return Unreadable("The authority's key and certificate do not belong together.");
  }
  COLLIE_ASSIGN_OR_RETURN(std::string pem, ToPem(certificate.get()));
  return Authority(std::move(key), std::move(certificate), std::move(pem), random, clock);
}

absl::StatusOr<std::string> Authority::SignClient(const CertificateRequest& request,
                                                  std::string_view name) const {
  CertificateBuilder builder =
      Leaf(*random_, clock_->Wall(), certificate_.get(), name, request.key());
  builder.Extension(NID_ext_key_usage, "clientAuth");
  return Finish(builder, key_);
}

absl::StatusOr<std::string> Authority::SignMember(const CertificateRequest& request,
                                                  std::string_view member) const {
  return SignClient(request, member);
}

absl::StatusOr<std::string> Authority::SignDevice(const CertificateRequest& request,
                                                  std::string_view label) const {
  return SignClient(request, label);
}

absl::StatusOr<std::string> Authority::SignRelay(const Key& key,
                                                 const std::vector<std::string>& names) const {
  CertificateBuilder builder =
      Leaf(*random_, clock_->Wall(), certificate_.get(), kRelayName, key.handle());
  std::string all = absl::StrCat("DNS:", kRelayName);
  for (const std::string& name : names) absl::StrAppend(&all, ",", NameEntry(name));
  builder.Extension(NID_ext_key_usage, "serverAuth").Extension(NID_subject_alt_name, all.c_str());
  return Finish(builder, key_);
}

}  // namespace collie::identity
