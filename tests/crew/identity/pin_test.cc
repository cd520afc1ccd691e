#include "crew/identity/pin.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "crew/identity/authority.h"
#include "crew/identity/token.h"
#include "tests/support/simulated_clock.h"

namespace collie::identity {
namespace {

TEST(PinTest, StaysWhenTheCertificateIsRenewedOverTheSameKey) {
  tests::SimulatedClock clock;
  Authority authority = *Authority::Create(ids::SystemRandom(), clock);
  Key key = *Key::Generate();
  CertificateRequest request = *CertificateRequest::Parse(*MakeCertificateRequest(key));
  const std::string first = *authority.SignMember(request, "a");
  const std::string second = *authority.SignMember(request, "b");
  EXPECT_NE(first, second);
  EXPECT_EQ(*PinOfCertificate(first), *PinOfCertificate(second));
  EXPECT_NE(*PinOfCertificate(first), *PinOfCertificate(authority.certificate()));
  EXPECT_EQ(PinOfCertificate(first)->size(), 64u);
}

TEST(PinTest, HashesAsSha256Does) {
  EXPECT_EQ(*Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(PinTest, ComparesSecretsWhole) {
  EXPECT_TRUE(SecretsMatch("abc", "abc"));
  EXPECT_TRUE(SecretsMatch("", ""));
  EXPECT_FALSE(SecretsMatch("abc", "abd"));
  EXPECT_FALSE(SecretsMatch("abc", "ab"));
}

TEST(PinTest, RefusesWhatIsNoCertificate) {
  EXPECT_EQ(PinOfCertificate("hello").status().code(), absl::StatusCode::kInvalidArgument);
}

class ScriptedRandom final : public ids::RandomSource {
 public:
  std::string Bytes(size_t count) override { return std::string(count, '\xfb'); }
};

TEST(TokenTest, IsUrlSafeAndHoldsThirtyTwoBytes) {
  ScriptedRandom random;
  EXPECT_EQ(MintToken(random), "collie_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s");
  EXPECT_EQ(*HashToken("abc"), *Sha256Hex("abc"));
}

}  // namespace
}  // namespace collie::identity
