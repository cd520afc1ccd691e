#include "relay/enrollment/lead_identity.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <vector>

#include "crew/identity/key.h"
#include "crew/identity/lead_certificate.h"
#include "crew/identity/pin.h"
#include "relay/enrollment/label.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

namespace fs = std::filesystem;

class LeadIdentityTest : public ::testing::Test {
 protected:
  absl::StatusOr<LeadIdentity> TakeIdentity() {
    return TakeLeadIdentity(folder_, ids::SystemRandom(), clock_);
  }

  static bool Fits(const LeadIdentity& lead) {
    identity::Key key = *identity::Key::FromPem(lead.relay_key);
    return *identity::PinOfKey(key.handle()) == *identity::PinOfCertificate(lead.relay_certificate);
  }

  tests::TemporaryFolder temporary_;
  tests::SimulatedClock clock_;
  const fs::path folder_ = temporary_.path() / "relay" / "identity";
};

TEST_F(LeadIdentityTest, IsMadeOnceAndPrivate) {
  LeadIdentity first = *TakeIdentity();
  EXPECT_TRUE(Fits(first));
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    struct stat found = {};
    ASSERT_EQ(stat(entry.path().c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777, 0600u) << entry.path();
  }
  LeadIdentity second = *TakeIdentity();
  EXPECT_EQ(second.authority.certificate(), first.authority.certificate());
  EXPECT_EQ(second.relay_key, first.relay_key);
  EXPECT_EQ(second.relay_certificate, first.relay_certificate);
}

TEST_F(LeadIdentityTest, IsRedoneWhenACrashCutItsMakingShort) {
  fs::create_directories(folder_.string() + ".new");
  std::ofstream(folder_.string() + ".new/authority.key") << "half";
  EXPECT_TRUE(Fits(*TakeIdentity()));
  EXPECT_FALSE(fs::exists(folder_.string() + ".new"));
}

TEST_F(LeadIdentityTest, MakesTheRelaysPairAnewWhenItIsMissingOrDoesNotFit) {
  LeadIdentity first = *TakeIdentity();
  fs::remove(folder_ / "relay.crt");
  LeadIdentity second = *TakeIdentity();
  EXPECT_TRUE(Fits(second));
  EXPECT_EQ(second.authority.certificate(), first.authority.certificate());
  ASSERT_TRUE(identity::Key::Generate()->Save(folder_ / "relay.key").ok());
  EXPECT_TRUE(Fits(*TakeIdentity()));
}

TEST_F(LeadIdentityTest, CarriesTheNamesByWhichProgramsReachIt) {
  const LeadIdentity first = *TakeIdentity();
  EXPECT_TRUE(identity::CarriesNames(first.relay_certificate, {"localhost", "127.0.0.1", "::1"}));
  const std::vector<std::string> names = {"lead.example.com", "192.0.2.7", "0.0.0.0", "", "a,IP:b"};
  const LeadIdentity named = *TakeLeadIdentity(folder_, ids::SystemRandom(), clock_, names);
  EXPECT_TRUE(identity::CarriesNames(named.relay_certificate,
                                     {"localhost", "lead.example.com", "192.0.2.7"}));
  EXPECT_FALSE(identity::CarriesNames(named.relay_certificate, {"0.0.0.0"}));
  EXPECT_EQ(named.relay_key, first.relay_key);
  EXPECT_TRUE(Fits(named));
  // It is made anew only where a name is missing.
  EXPECT_EQ(TakeIdentity()->relay_certificate, named.relay_certificate);
}

TEST_F(LeadIdentityTest, NeverReplacesADamagedAuthority) {
  ASSERT_TRUE(TakeIdentity().ok());
  std::ofstream(folder_ / "authority.crt") << "damaged";
  absl::Status status = TakeIdentity().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("restore"), std::string::npos);
  fs::remove(folder_ / "authority.crt");
  EXPECT_EQ(TakeIdentity().status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(LeadIdentityTest, RefusesAKeyThatOthersMayRead) {
  ASSERT_TRUE(TakeIdentity().ok());
  chmod((folder_ / "authority.key").c_str(), 0644);
  EXPECT_EQ(TakeIdentity().status().code(), absl::StatusCode::kPermissionDenied);
}

TEST(LabelTest, TakesWhatShowsAsWhatItIs) {
  std::string longest;
  for (int i = 0; i < 63; ++i) longest += "ü";
  for (const std::string& label : {std::string("deck"), std::string("Björn's 2nd"), longest}) {
    EXPECT_TRUE(CheckLabel(label).ok()) << label;
  }
  for (const std::string& label :
       {std::string(), std::string(" "), std::string(" deck"), std::string("deck\n"),
        std::string("a\x1b[31m"), std::string("a\u202eb"), std::string("a\xff"), longest + "x"}) {
    EXPECT_EQ(CheckLabel(label).code(), absl::StatusCode::kInvalidArgument) << label;
  }
}

}  // namespace
}  // namespace collie::relay
