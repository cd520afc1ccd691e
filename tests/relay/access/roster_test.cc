#include "relay/access/roster.h"

#include <gtest/gtest.h>

#include "crew/ids/ids.h"
#include "relay/access/access_store.h"
#include "relay/access/devices.h"
#include "relay/access/member_id.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

// Hands out the bytes 0, 1, 2, …, each as many times as `repeats` says.
class CountingRandom final : public ids::RandomSource {
 public:
  explicit CountingRandom(int repeats = 1) : repeats_(repeats) {}
  std::string Bytes(size_t count) override {
    return std::string(count, static_cast<char>(calls_++ / repeats_));
  }

 private:
  const int repeats_;
  int calls_ = 0;
};

class RosterTest : public ::testing::Test {
 protected:
  void SetUp() override { Open(); }

  void Open() {
    roster_.reset();
    store_.reset();
    store_ = *OpenAccessStore(folder_.path() / "access.db");
    roster_ = *Roster::Load(*store_, random_, clock_);
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  CountingRandom random_{2};
  std::unique_ptr<journal::GroupCommit> store_;
  std::unique_ptr<Roster> roster_;
};

TEST_F(RosterTest, EnrolsWithAnIdThatPeopleRecognize) {
  RosterMember member = *roster_->Enroll("Björn's Deck 2", ids::Pin("pin-a"), false);
  EXPECT_EQ(member.id, "bj-rn-s-deck-2-000000");
  EXPECT_EQ(member.label, "Björn's Deck 2");
  EXPECT_EQ(member.enrolled_at, clock_.Wall());
  EXPECT_EQ(roster_->ByPin("pin-a")->id, member.id);
  EXPECT_FALSE(roster_->ByPin("pin-b").has_value());
}

TEST_F(RosterTest, TakesTheSameKeyAsTheSameMember) {
  RosterMember first = *roster_->Enroll("deck", ids::Pin("pin-a"), false);
  RosterMember again = *roster_->Enroll("other", ids::Pin("pin-a"), true);
  EXPECT_EQ(again.id, first.id);
  EXPECT_EQ(again.label, "deck");
  EXPECT_EQ(roster_->List().size(), 1u);
}

TEST_F(RosterTest, NeverGivesAnIdTwice) {
  RosterMember first = *roster_->Enroll("deck", ids::Pin("pin-a"), false);
  RosterMember second =
      *roster_->Enroll("deck", ids::Pin("pin-b"), false);  // its first mint is taken
  EXPECT_EQ(first.id, "deck-000000");
  EXPECT_EQ(second.id, "deck-010101");
}

TEST_F(RosterTest, KnowsEverybodyAfterARestart) {
  RosterMember a = *roster_->Enroll("a", ids::Pin("pin-a"), false);
  clock_.Advance(absl::Seconds(1));
  RosterMember b = *roster_->Enroll("b", ids::Pin("pin-b"), true);
  ASSERT_TRUE(roster_->Remove(a.id).ok());
  Open();
  EXPECT_FALSE(roster_->ByPin("pin-a").has_value());
  RosterMember read = *roster_->ByPin("pin-b");
  EXPECT_EQ(read.id, b.id);
  EXPECT_TRUE(read.ephemeral);
  EXPECT_EQ(read.enrolled_at, clock_.Wall());
  EXPECT_EQ(roster_->List().size(), 1u);
}

TEST_F(RosterTest, TellsARemovalOnceTheKeyOpensNothing) {
  RosterMember member = *roster_->Enroll("a", ids::Pin("pin-a"), false);
  std::vector<std::string> told;
  roster_->OnRemoved([&](const std::string& id) {
    EXPECT_FALSE(roster_->ByPin("pin-a").has_value());
    told.push_back(id);
  });
  EXPECT_TRUE(roster_->Remove(member.id).ok());
  EXPECT_EQ(told, std::vector<std::string>{member.id});
  EXPECT_TRUE(roster_->Remove(member.id).ok());
  EXPECT_EQ(roster_->Remove("nobody-000000").code(), absl::StatusCode::kNotFound);
}

TEST_F(RosterTest, GivesARemovedHostThatIsEnrolledAgainANewId) {
  RosterMember first = *roster_->Enroll("a", ids::Pin("pin-a"), false);
  ASSERT_TRUE(roster_->Remove(first.id).ok());
  RosterMember second = *roster_->Enroll("a", ids::Pin("pin-a"), false);
  EXPECT_NE(second.id, first.id);
  EXPECT_EQ(roster_->ByPin("pin-a")->id, second.id);
  EXPECT_TRUE(roster_->Remove(first.id).ok());  // once more: not the new one
  EXPECT_TRUE(roster_->ByPin("pin-a").has_value());
}

TEST_F(RosterTest, RefusesTheKeyOfADevice) {
  auto devices = *Devices::Load(*store_, clock_);
  ASSERT_TRUE(devices->Pair({.label = "phone", .role = v1::ROLE_VIEWER, .pin = "pin-a"}).ok());
  EXPECT_EQ(roster_->Enroll("a", ids::Pin("pin-a"), false).status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_FALSE(roster_->ByPin("pin-a").has_value());
}

TEST(MemberIdTest, IsAlwaysAName) {
  CountingRandom random;
  for (const std::string& label :
       {std::string(), std::string("---"), std::string("日本"), std::string("-a-"),
        std::string(200, 'A'), std::string("a") + std::string(200, ' ') + "b"}) {
    const std::string id = MintMemberId(label, random);
    EXPECT_TRUE(ids::IsName(id)) << id;
  }
  EXPECT_EQ(MintMemberId("日本", random), "host-060606");
}

}  // namespace
}  // namespace collie::relay
