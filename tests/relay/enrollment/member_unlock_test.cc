#include "relay/enrollment/member_unlock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"
#include "relay/access/access_store.h"
#include "relay/store/sqlite_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

class MemberUnlockTest : public testing::Test {
 protected:
  MemberUnlockTest() {
    member_ = roster_->Enroll("deck", ids::Pin("old-key"), /*ephemeral=*/false)->id;
  }

  std::string Hello(const std::string& boot) {
    v1::EdgeHello hello;
    hello.set_boot(boot);
    hello.set_store_incarnation("store-1");
    std::string lock;
    absl::Notification ended;
    store_->Members().Hello(member_, hello, [&](const absl::StatusOr<MemberOpened>& opened) {
      lock = opened.ok() ? opened->admission.lock : "refused";
      ended.Notify();
    });
    ended.WaitForNotification();
    return lock;
  }
  void Lock() {
    Hello("boot-1");
    Hello("boot-2");
    EXPECT_THAT(Hello("boot-1"), Not(IsEmpty()));
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  std::unique_ptr<journal::GroupCommit> access_ = *OpenAccessStore(folder_.path() / "access.db");
  std::unique_ptr<Roster> roster_ = *Roster::Load(*access_, ids::SystemRandom(), clock_);
  std::unique_ptr<SqliteStore> store_ = *SqliteStore::Open(folder_.path() / "relay.db", clock_);
  std::string member_;
  std::vector<std::string> ended_;
  MemberUnlock unlock_{*roster_, store_->Members(), ids::SystemRandom(), clock_,
                       [this](const std::string& member) { ended_.push_back(member); }};
};

TEST_F(MemberUnlockTest, TheHostThatStaysComesBackUnderItsIdWithANewKey) {
  Lock();
  const auto reply = unlock_.Unlock(member_);
  ASSERT_TRUE(reply.ok()) << reply.status();
  EXPECT_THAT(ended_, ElementsAre(member_));
  EXPECT_FALSE(roster_->ByPin("old-key").has_value());
  EXPECT_EQ(roster_->List().size(), 1u);
  const auto joined = unlock_.Rejoin(reply->token(), ids::Pin("new-key"));
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(joined->id, member_);
  EXPECT_EQ(roster_->ByPin("new-key")->id, member_);
  EXPECT_THAT(Hello("boot-1"), IsEmpty()) << "whichever host it is";
}

TEST_F(MemberUnlockTest, ItStaysLockedUntilTheHostHasJoined) {
  Lock();
  ASSERT_TRUE(unlock_.Unlock(member_).ok());
  EXPECT_THAT(Hello("boot-2"), Not(IsEmpty()));
}

TEST_F(MemberUnlockTest, ATokenIsGoodOnceForOneKeyAndForAShortTime) {
  Lock();
  const std::string first = unlock_.Unlock(member_)->token();
  const std::string second = unlock_.Unlock(member_)->token();
  EXPECT_TRUE(absl::IsPermissionDenied(unlock_.Rejoin(first, ids::Pin("new-key")).status()));
  EXPECT_TRUE(
      absl::IsPermissionDenied(unlock_.Rejoin("collie_guess", ids::Pin("new-key")).status()));
  EXPECT_TRUE(absl::IsAlreadyExists(unlock_.Rejoin(second, ids::Pin("old-key")).status()));
  ASSERT_TRUE(unlock_.Rejoin(second, ids::Pin("new-key")).ok());
  EXPECT_TRUE(unlock_.Rejoin(second, ids::Pin("new-key")).ok())
      << "a host that was cut off tries again";
  EXPECT_TRUE(absl::IsPermissionDenied(unlock_.Rejoin(second, ids::Pin("third-key")).status()));
}

TEST_F(MemberUnlockTest, ATokenEnds) {
  Lock();
  const std::string token = unlock_.Unlock(member_)->token();
  clock_.Advance(MemberUnlock::kTokenLife + absl::Seconds(1));
  EXPECT_TRUE(absl::IsPermissionDenied(unlock_.Rejoin(token, ids::Pin("new-key")).status()));
}

TEST_F(MemberUnlockTest, ARevokedKeyNeverJoinsAgain) {
  Lock();
  ASSERT_TRUE(unlock_.Unlock(member_).ok());
  EXPECT_TRUE(absl::IsPermissionDenied(
      roster_->Enroll("deck", ids::Pin("old-key"), /*ephemeral=*/false).status()));
  auto reloaded = *Roster::Load(*access_, ids::SystemRandom(), clock_);
  EXPECT_FALSE(reloaded->ByPin("old-key").has_value());
}

TEST_F(MemberUnlockTest, WhoIsNotLockedKeepsItsKey) {
  EXPECT_TRUE(absl::IsFailedPrecondition(unlock_.Unlock(member_).status()));
  EXPECT_TRUE(absl::IsNotFound(unlock_.Unlock("nobody").status()));
  EXPECT_TRUE(roster_->ByPin("old-key").has_value());
}

}  // namespace
}  // namespace collie::relay
