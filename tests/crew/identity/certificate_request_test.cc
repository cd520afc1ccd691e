#include "crew/identity/certificate_request.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>

#include "crew/identity/pin.h"

namespace collie::identity {
namespace {

std::string RequestOf(EVP_PKEY* claimed, EVP_PKEY* signer) {
  RequestPtr request(X509_REQ_new());
  X509_REQ_set_pubkey(request.get(), claimed);
  X509_REQ_sign(request.get(), signer, EVP_sha256());
  BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509_REQ(bio.get(), request.get());
  return TakeText(bio.get());
}

TEST(CertificateRequestTest, CarriesTheKeyThatMadeIt) {
  Key key = *Key::Generate();
  CertificateRequest request = *CertificateRequest::Parse(*MakeCertificateRequest(key));
  EXPECT_EQ(EVP_PKEY_eq(request.key(), key.handle()), 1);
  EXPECT_EQ(request.pin(), *PinOfKey(key.handle()));
}

TEST(CertificateRequestTest, RefusesAKeyThatItsSenderDoesNotHold) {
  Key theirs = *Key::Generate();
  Key mine = *Key::Generate();
  absl::Status status =
      CertificateRequest::Parse(RequestOf(theirs.handle(), mine.handle())).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("not signed by its own key"), std::string::npos);
}

TEST(CertificateRequestTest, RefusesOtherKindsOfKeys) {
  KeyPtr rsa(EVP_RSA_gen(2048));
  KeyPtr p384(EVP_EC_gen("P-384"));
  for (EVP_PKEY* key : {rsa.get(), p384.get()}) {
    absl::Status status = CertificateRequest::Parse(RequestOf(key, key)).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find("P-256"), std::string::npos) << status;
  }
}

TEST(CertificateRequestTest, RefusesWhatIsNoRequest) {
  const std::string good = *MakeCertificateRequest(*Key::Generate());
  for (const std::string& text :
       {std::string(), std::string("hello"), good.substr(0, good.size() / 2),
        *Key::Generate()->ToPem(), good + std::string(20'000, '\n')}) {
    EXPECT_EQ(CertificateRequest::Parse(text).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace collie::identity
