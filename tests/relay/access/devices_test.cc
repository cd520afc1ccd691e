#include "relay/access/devices.h"

#include <gtest/gtest.h>

#include "crew/identity/token.h"
#include "relay/access/access_store.h"
#include "relay/access/roster.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

class DevicesTest : public ::testing::Test {
 protected:
  void SetUp() override { Open(); }

  void Open() {
    devices_.reset();
    store_.reset();
    store_ = *OpenAccessStore(folder_.path() / "access.db");
    devices_ = *Devices::Load(*store_, clock_);
  }

  absl::Status PairToken(const std::string& label, const std::string& token,
                         v1::Role role = v1::ROLE_OPERATOR, const std::string& paired_by = "") {
    return devices_->Pair({.label = label,
                           .role = role,
                           .token_hash = *identity::HashToken(token),
                           .paired_by = paired_by});
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  std::unique_ptr<journal::GroupCommit> store_;
  std::unique_ptr<Devices> devices_;
};

TEST_F(DevicesTest, FindsADeviceByItsToken) {
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  EXPECT_EQ(devices_->ByToken("t-1")->device, "phone");
  EXPECT_EQ(devices_->ByToken("t-1")->role, v1::ROLE_OPERATOR);
  EXPECT_FALSE(devices_->ByToken("t-2").has_value());
  EXPECT_FALSE(devices_->ByToken("").has_value());
  EXPECT_FALSE(devices_->ByToken(std::string(100'000, 'x')).has_value());
  EXPECT_FALSE(devices_->ByToken(*identity::HashToken("t-1")).has_value());
}

TEST_F(DevicesTest, FindsADeviceByItsKey) {
  ASSERT_TRUE(devices_->Pair({.label = "bot", .role = v1::ROLE_VIEWER, .pin = "pin-a"}).ok());
  EXPECT_EQ(devices_->ByPin("pin-a")->role, v1::ROLE_VIEWER);
  EXPECT_FALSE(devices_->ByPin("").has_value());
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  EXPECT_FALSE(devices_->ByPin("").has_value());
}

TEST_F(DevicesTest, KeepsHashesAlone) {
  ASSERT_TRUE(PairToken("phone", "a-very-secret-token").ok());
  bool found = false;
  ASSERT_TRUE(store_
                  ->Run([&found](journal::Database& database) -> absl::Status {
                    auto all = database.Prepare(
                        "SELECT 1 FROM device WHERE label || token_hash || pin LIKE '%secret%'");
                    found = *all->Step();
                    return absl::OkStatus();
                  })
                  .ok());
  EXPECT_FALSE(found);
}

TEST_F(DevicesTest, KnowsAllAfterARestart) {
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  ASSERT_TRUE(PairToken("old", "t-2").ok());
  ASSERT_TRUE(devices_->Revoke("old").ok());
  Open();
  EXPECT_EQ(devices_->ByToken("t-1")->device, "phone");
  EXPECT_FALSE(devices_->ByToken("t-2").has_value());
  std::vector<v1::Device> list = devices_->List();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].label(), "phone");
  EXPECT_FALSE(list[0].has_expires_at());
  EXPECT_EQ(list[0].paired_at().seconds(), absl::ToUnixSeconds(clock_.Wall()));
  EXPECT_TRUE(list[1].revoked());
}

TEST_F(DevicesTest, EndsADeviceWithItsLife) {
  ASSERT_TRUE(devices_
                  ->Pair({.label = "phone",
                          .role = v1::ROLE_VIEWER,
                          .life = absl::Minutes(10),
                          .pin = "pin-a"})
                  .ok());
  clock_.Advance(absl::Minutes(10) - absl::Milliseconds(1));
  EXPECT_TRUE(devices_->ByPin("pin-a").has_value());
  EXPECT_TRUE(devices_->IsLive("phone"));
  Open();
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_FALSE(devices_->ByPin("pin-a").has_value());
  EXPECT_FALSE(devices_->IsLive("phone"));
}

TEST_F(DevicesTest, AClockThatIsSetBackGivesNoLongerLife) {
  ASSERT_TRUE(devices_
                  ->Pair({.label = "phone",
                          .role = v1::ROLE_VIEWER,
                          .life = absl::Minutes(10),
                          .pin = "pin-a"})
                  .ok());
  clock_.JumpWall(-absl::Hours(5));
  clock_.Advance(absl::Minutes(9));
  EXPECT_TRUE(devices_->IsLive("phone"));
  ASSERT_TRUE(devices_->CountService().ok());
  Open();
  EXPECT_TRUE(devices_->IsLive("phone"));
  clock_.Advance(absl::Minutes(1));
  EXPECT_FALSE(devices_->ByPin("pin-a").has_value());
}

TEST_F(DevicesTest, AClockThatIsSetAheadEndsALifeAtOnce) {
  ASSERT_TRUE(devices_
                  ->Pair({.label = "phone",
                          .role = v1::ROLE_VIEWER,
                          .life = absl::Minutes(10),
                          .pin = "pin-a"})
                  .ok());
  clock_.JumpWall(absl::Hours(5));
  EXPECT_FALSE(devices_->IsLive("phone"));
}

TEST_F(DevicesTest, TellsARevocationOnceTheSecretOpensNothing) {
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  std::vector<std::string> told;
  devices_->OnRevoked([&](const std::string& label) {
    EXPECT_FALSE(devices_->ByToken("t-1").has_value());
    told.push_back(label);
  });
  EXPECT_TRUE(devices_->Revoke("phone").ok());
  EXPECT_TRUE(devices_->Revoke("phone").ok());
  EXPECT_EQ(told, std::vector<std::string>{"phone"});
  EXPECT_EQ(devices_->Revoke("nobody").code(), absl::StatusCode::kNotFound);
}

TEST_F(DevicesTest, EndsAlsoWhatARevokedDevicePaired) {
  ASSERT_TRUE(PairToken("root", "t-1", v1::ROLE_ADMIN).ok());
  ASSERT_TRUE(PairToken("child", "t-2", v1::ROLE_ADMIN, "root").ok());
  ASSERT_TRUE(PairToken("grandchild", "t-3", v1::ROLE_VIEWER, "child").ok());
  ASSERT_TRUE(PairToken("other", "t-4").ok());
  ASSERT_TRUE(devices_->Revoke("root").ok());
  for (const char* token : {"t-1", "t-2", "t-3"}) {
    EXPECT_FALSE(devices_->ByToken(token).has_value()) << token;
  }
  EXPECT_TRUE(devices_->ByToken("t-4").has_value());
  EXPECT_EQ(PairToken("late", "t-5", v1::ROLE_ADMIN, "root").code(),
            absl::StatusCode::kPermissionDenied);
}

TEST_F(DevicesTest, FreesALabelOnlyByRevoking) {
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  absl::Status taken = PairToken("phone", "t-2");
  EXPECT_EQ(taken.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_NE(taken.message().find("revoke"), std::string::npos);
  ASSERT_TRUE(devices_->Revoke("phone").ok());
  EXPECT_TRUE(PairToken("phone", "t-3").ok());
  EXPECT_FALSE(devices_->ByToken("t-1").has_value());
  EXPECT_TRUE(devices_->ByToken("t-3").has_value());
}

TEST_F(DevicesTest, ALabelThatIsGivenAgainIsAnotherDevice) {
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  const std::string first = devices_->ByToken("t-1")->device_id;
  ASSERT_TRUE(devices_->Revoke("phone").ok());
  ASSERT_TRUE(PairToken("phone", "t-2").ok());
  const std::string second = devices_->ByToken("t-2")->device_id;
  EXPECT_FALSE(first.empty());
  EXPECT_NE(first, second);
  Open();
  EXPECT_EQ(devices_->ByToken("t-2")->device_id, second);
  EXPECT_EQ(devices_->List()[0].id(), first);
  EXPECT_EQ(devices_->List()[1].id(), second);
}

TEST_F(DevicesTest, NoDeviceIsCalledAsTheOwnerIs) {
  for (const char* label : {"local", "Local", "LOCAL", "local@deck", "Local@"}) {
    EXPECT_EQ(PairToken(label, "t").code(), absl::StatusCode::kInvalidArgument) << label;
  }
  EXPECT_TRUE(PairToken("locals", "t").ok());
}

// A file of before has devices without ids.
TEST_F(DevicesTest, DevicesOfBeforeGetAnId) {
  ASSERT_TRUE(PairToken("phone", "t-1").ok());
  ASSERT_TRUE(PairToken("wall", "t-2").ok());
  ASSERT_TRUE(store_
                  ->Run([](journal::Database& database) {
                    return database.Run(R"sql(
                      DROP INDEX device_id;
                      ALTER TABLE device DROP COLUMN device_id;
                      PRAGMA user_version = 3;)sql");
                  })
                  .ok());
  Open();
  const std::string phone = devices_->ByToken("t-1")->device_id;
  EXPECT_FALSE(phone.empty());
  EXPECT_NE(phone, devices_->ByToken("t-2")->device_id);
}

TEST_F(DevicesTest, NeverSharesAKey) {
  NewDevice device = {.label = "a", .role = v1::ROLE_VIEWER, .pin = "pin-a"};
  ASSERT_TRUE(devices_->Pair(device).ok());
  device.label = "b";
  EXPECT_EQ(devices_->Pair(device).code(), absl::StatusCode::kAlreadyExists);
  auto roster = *Roster::Load(*store_, ids::SystemRandom(), clock_);
  ASSERT_TRUE(roster->Enroll("host", ids::Pin("pin-m"), false).ok());
  device.pin = "pin-m";
  EXPECT_EQ(devices_->Pair(device).code(), absl::StatusCode::kAlreadyExists);
}

TEST_F(DevicesTest, RefusesNoRoleAndNoSecret) {
  EXPECT_EQ(PairToken("a", "t", v1::ROLE_UNSPECIFIED).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PairToken("a", "t", static_cast<v1::Role>(9)).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(devices_->Pair({.label = "a", .role = v1::ROLE_VIEWER}).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(
      devices_->Pair({.label = "a", .role = v1::ROLE_VIEWER, .token_hash = "h", .pin = "p"}).code(),
      absl::StatusCode::kInvalidArgument);
}

TEST_F(DevicesTest, BoundsHowManyThereAre) {
  ASSERT_TRUE(store_
                  ->Run([](journal::Database& database) {
                    return database.Run(R"sql(
                      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
                      INSERT INTO device
                          (label, role, token_hash, pin, paired_at, expires_at, paired_by)
                      SELECT 'd-' || i, 1, '', 'pin-' || i, 1, 0, 0 FROM n)sql");
                  })
                  .ok());
  Open();
  ASSERT_TRUE(PairToken("last", "t-1").ok());
  EXPECT_EQ(PairToken("more", "t").code(), absl::StatusCode::kResourceExhausted);
  ASSERT_TRUE(devices_->Revoke("d-7").ok());
  EXPECT_TRUE(PairToken("more", "t-2").ok());
}

// A clock whose wall time a test sets back.
class SetBackClock final : public clock::Clock {
 public:
  clock::Steady Now() const override { return steady_; }
  absl::Time Wall() const override { return wall_; }
  void Advance(absl::Duration by) {
    steady_ = steady_ + by;
    wall_ += by;
  }
  void SetBack(absl::Duration by) { wall_ -= by; }

 private:
  clock::Steady steady_{absl::Seconds(1000)};
  absl::Time wall_ = absl::FromUnixSeconds(1764460800);
};

TEST(DevicesLifeTest, AClockThatIsSetBackLengthensNoLife) {
  const tests::TemporaryFolder folder;
  SetBackClock clock;
  const auto store = *OpenAccessStore(folder.path() / "access.db");
  const auto devices = *Devices::Load(*store, clock);
  ASSERT_TRUE(devices
                  ->Pair({.label = "phone",
                          .role = v1::ROLE_VIEWER,
                          .life = absl::Minutes(10),
                          .pin = "pin-a"})
                  .ok());
  clock.Advance(absl::Minutes(9));
  clock.SetBack(absl::Hours(3));
  EXPECT_TRUE(devices->IsLive("phone"));
  clock.Advance(absl::Minutes(1));
  EXPECT_FALSE(devices->IsLive("phone"));
  EXPECT_FALSE(devices->ByPin("pin-a").has_value());
}

}  // namespace
}  // namespace collie::relay
