#include "crew/identity/lead_certificate.h"

#include <gtest/gtest.h>

#include <string>

#include "crew/identity/authority.h"
#include "tests/support/simulated_clock.h"

namespace collie::identity {
namespace {

class LeadCertificateTest : public ::testing::Test {
 protected:
  tests::SimulatedClock clock_;
  Authority authority_ = *Authority::Create(ids::SystemRandom(), clock_);
  Key key_ = *Key::Generate();
};

TEST_F(LeadCertificateTest, TakesTheRelayOfTheCrewWhateverTheDates) {
  for (const absl::Duration off :
       {absl::ZeroDuration(), absl::Hours(-24 * 365 * 30), absl::Hours(24 * 365 * 60)}) {
    clock_.JumpWall(off);
    EXPECT_TRUE(CheckLeadCertificate(*authority_.SignRelay(key_), authority_.certificate()).ok());
  }
}

TEST_F(LeadCertificateTest, RefusesWhatTheCrewsAuthorityDidNotSign) {
  const Authority other = *Authority::Create(ids::SystemRandom(), clock_);
  EXPECT_EQ(CheckLeadCertificate(*other.SignRelay(key_), authority_.certificate()).code(),
            absl::StatusCode::kPermissionDenied);
}

// Members and devices have certificates of the same authority, and are no lead.
TEST_F(LeadCertificateTest, RefusesAMemberThatPosesAsTheLead) {
  const auto request = *CertificateRequest::Parse(*MakeCertificateRequest(key_));
  for (const std::string& certificate :
       {*authority_.SignMember(request, kRelayName), *authority_.SignDevice(request, kRelayName)}) {
    EXPECT_EQ(CheckLeadCertificate(certificate, authority_.certificate()).code(),
              absl::StatusCode::kPermissionDenied);
  }
}

TEST_F(LeadCertificateTest, RefusesWhatIsNoCertificate) {
  EXPECT_EQ(CheckLeadCertificate("", authority_.certificate()).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(CheckLeadCertificate(*authority_.SignRelay(key_), "no PEM").code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(LeadCertificateTest, KnowsWhichNamesACertificateCarries) {
  const std::string certificate =
      *authority_.SignRelay(key_, {"localhost", "127.0.0.1", "::1", "lead.example.com"});
  EXPECT_TRUE(CarriesNames(certificate, {}));
  EXPECT_TRUE(CarriesNames(certificate, {"::1", "lead.example.com", "127.0.0.1"}));
  EXPECT_FALSE(CarriesNames(certificate, {"localhost", "10.0.0.1"}));
  EXPECT_FALSE(CarriesNames(certificate, {"other.example.com"}));
  EXPECT_FALSE(CarriesNames("no PEM", {}));
  EXPECT_TRUE(CheckLeadCertificate(certificate, authority_.certificate()).ok());
}

}  // namespace
}  // namespace collie::identity
