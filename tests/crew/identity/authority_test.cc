#include "crew/identity/authority.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <set>

#include "crew/identity/pin.h"
#include "tests/support/simulated_clock.h"

namespace collie::identity {
namespace {

class AuthorityTest : public ::testing::Test {
 protected:
  AuthorityTest() : authority_(*Authority::Create(random_, clock_)) {}

  static CertificatePtr Read(const std::string& pem) { return ReadCertificate(pem); }

  // The chain and what the certificate may be used for, at `when`.
  bool Verifies(const std::string& pem, int purpose, absl::Time when) {
    using StorePtr = std::unique_ptr<X509_STORE, Freed<X509_STORE_free>>;
    using ContextPtr = std::unique_ptr<X509_STORE_CTX, Freed<X509_STORE_CTX_free>>;
    StorePtr store(X509_STORE_new());
    CertificatePtr root = Read(authority_.certificate());
    X509_STORE_add_cert(store.get(), root.get());
    CertificatePtr leaf = Read(pem);
    ContextPtr context(X509_STORE_CTX_new());
    X509_STORE_CTX_init(context.get(), store.get(), leaf.get(), nullptr);
    X509_STORE_CTX_set_purpose(context.get(), purpose);
    X509_STORE_CTX_set_time(context.get(), 0, absl::ToTimeT(when));
    X509_STORE_CTX_set_flags(context.get(), X509_V_FLAG_X509_STRICT);
    return X509_verify_cert(context.get()) == 1;
  }

  static std::string CommonName(const std::string& pem) {
    char name[128] = {};
    CertificatePtr certificate = Read(pem);
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name,
                              sizeof(name));
    return name;
  }

  ids::RandomSource& random_ = ids::SystemRandom();
  tests::SimulatedClock clock_;
  Authority authority_;
  Key key_ = *Key::Generate();
  CertificateRequest request_ = *CertificateRequest::Parse(*MakeCertificateRequest(key_));
};

TEST_F(AuthorityTest, SignsMembersAsClientsAlone) {
  std::string member = *authority_.SignMember(request_, "deck-7f3a2c");
  EXPECT_TRUE(Verifies(member, X509_PURPOSE_SSL_CLIENT, clock_.Wall()));
  EXPECT_FALSE(Verifies(member, X509_PURPOSE_SSL_SERVER, clock_.Wall()));
  EXPECT_EQ(CommonName(member), "deck-7f3a2c");
  EXPECT_EQ(*PinOfCertificate(member), request_.pin());
}

TEST_F(AuthorityTest, SignsDevicesWithTheirLabel) {
  std::string label;
  for (int i = 0; i < 63; ++i) label += "ü";
  std::string device = *authority_.SignDevice(request_, label);
  EXPECT_TRUE(Verifies(device, X509_PURPOSE_SSL_CLIENT, clock_.Wall()));
}

TEST_F(AuthorityTest, SignsTheRelayAsAServerUnderItsFixedName) {
  std::string relay = *authority_.SignRelay(key_);
  EXPECT_TRUE(Verifies(relay, X509_PURPOSE_SSL_SERVER, clock_.Wall()));
  EXPECT_FALSE(Verifies(relay, X509_PURPOSE_SSL_CLIENT, clock_.Wall()));
  EXPECT_EQ(X509_check_host(Read(relay).get(), kRelayName, 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_host(Read(relay).get(), "other.example.com", 0, 0, nullptr), 0);
}

TEST_F(AuthorityTest, BackDatesADayAndLastsTenYears) {
  std::string member = *authority_.SignMember(request_, "a");
  const absl::Time now = clock_.Wall();
  EXPECT_TRUE(Verifies(member, X509_PURPOSE_SSL_CLIENT, now - absl::Hours(23)));
  EXPECT_FALSE(Verifies(member, X509_PURPOSE_SSL_CLIENT, now - absl::Hours(25)));
  EXPECT_TRUE(Verifies(member, X509_PURPOSE_SSL_CLIENT, now + absl::Hours(24 * 3652)));
  EXPECT_FALSE(Verifies(member, X509_PURPOSE_SSL_CLIENT, now + absl::Hours(24 * 3654)));
}

TEST_F(AuthorityTest, DoesNotVouchForAnothersCertificates) {
  Authority other = *Authority::Create(random_, clock_);
  EXPECT_FALSE(Verifies(*other.SignMember(request_, "a"), X509_PURPOSE_SSL_CLIENT, clock_.Wall()));
}

TEST_F(AuthorityTest, NeverGivesASerialNumberTwice) {
  std::set<std::string> serials;
  for (int i = 0; i < 20; ++i) {
    CertificatePtr certificate = Read(*authority_.SignMember(request_, "a"));
    const ASN1_INTEGER* serial = X509_get0_serialNumber(certificate.get());
    serials.emplace(reinterpret_cast<const char*>(ASN1_STRING_get0_data(serial)),
                    static_cast<size_t>(ASN1_STRING_length(serial)));
  }
  EXPECT_EQ(serials.size(), 20u);
}

TEST_F(AuthorityTest, TakesNothingOfARequestButItsKey) {
  RequestPtr request(X509_REQ_new());
  X509_NAME* name = X509_REQ_get_subject_name(request.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("root"), -1, -1, 0);
  STACK_OF(X509_EXTENSION)* extensions = sk_X509_EXTENSION_new_null();
  for (auto [nid, value] : {std::pair(NID_subject_alt_name, "DNS:relay.collie.internal"),
                            std::pair(NID_basic_constraints, "critical,CA:TRUE")}) {
    sk_X509_EXTENSION_push(extensions, X509V3_EXT_conf_nid(nullptr, nullptr, nid, value));
  }
  X509_REQ_add_extensions(request.get(), extensions);
  sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
  X509_REQ_set_pubkey(request.get(), key_.handle());
  X509_REQ_sign(request.get(), key_.handle(), EVP_sha256());
  BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509_REQ(bio.get(), request.get());

  std::string pem = *authority_.SignMember(*CertificateRequest::Parse(TakeText(bio.get())), "a-1");
  CertificatePtr certificate = Read(pem);
  EXPECT_EQ(CommonName(pem), "a-1");
  EXPECT_EQ(X509_get_ext_by_NID(certificate.get(), NID_subject_alt_name, -1), -1);
  EXPECT_EQ(X509_check_ca(certificate.get()), 0);
  EXPECT_EQ(X509_get_ext_count(certificate.get()), 5);
}

TEST_F(AuthorityTest, IsTheSameOnceLoaded) {
  Authority loaded =
      *Authority::Load(*authority_.key().ToPem(), authority_.certificate(), random_, clock_);
  EXPECT_EQ(loaded.certificate(), authority_.certificate());
  EXPECT_TRUE(Verifies(*loaded.SignMember(request_, "a"), X509_PURPOSE_SSL_CLIENT, clock_.Wall()));
}

TEST_F(AuthorityTest, LoadsOnlyAnAuthorityThatFitsItsKey) {
  const std::string key = *authority_.key().ToPem();
  EXPECT_FALSE(Authority::Load(*key_.ToPem(), authority_.certificate(), random_, clock_).ok());
  EXPECT_FALSE(Authority::Load(key, "no certificate", random_, clock_).ok());
  EXPECT_FALSE(Authority::Load("no key", authority_.certificate(), random_, clock_).ok());
  std::string leaf = *authority_.SignMember(request_, "a");
  EXPECT_FALSE(Authority::Load(*key_.ToPem(), leaf, random_, clock_).ok());
}

}  // namespace
}  // namespace collie::identity
