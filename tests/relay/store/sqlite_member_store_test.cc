#include "relay/store/sqlite_member_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"
#include "relay/acts/request_check.h"
#include "relay/store/sqlite_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class SqliteMemberStoreTest : public testing::Test {
 protected:
  SqliteMemberStoreTest() {
    hello_.set_store_incarnation("store-1");
    hello_.set_boot("boot-1");
    Restart();
  }

  void Restart() {
    store_.reset();
    auto store = SqliteStore::Open(file_, clock_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  static v1::ActRequest Request(const std::string& id) {
    v1::ActRequest request;
    request.set_request_id(id);
    *request.mutable_conversation() = ids::ConversationKey{"deck", "hello", "deploy"}.ToProto();
    request.mutable_send()->set_turn("t-1");
    request.mutable_send()->set_text("Ship it");
    return request;
  }

  template <typename T, typename Call>
  static T Await(Call call) {
    T result;
    absl::Notification ended;
    call([&](T value) {
      result = std::move(value);
      ended.Notify();
    });
    ended.WaitForNotification();
    return result;
  }

  void Accept(const std::string& id) {
    ActRecord record;
    record.request = Request(id);
    record.payload = PayloadOf(record.request);
    record.receipt.set_request_id(id);
    record.receipt.set_outcome(v1::OUTCOME_PENDING);
    *record.receipt.mutable_conversation() = record.request.conversation();
    const auto accepted = Await<absl::StatusOr<Accepted>>(
        [&](RelayStore::AcceptDone done) { store_->Accept(record, std::move(done)); });
    ASSERT_TRUE(accepted.ok()) << accepted.status();
  }
  ActRecord Dispatch(const std::string& id) {
    auto change = [](ActRecord& record) {
      record.phase = ActPhase::kDispatched;
      record.attempt = 1;
      record.edge_store = "store-1";
      return true;
    };
    return *Await<absl::StatusOr<ActRecord>>(
        [&](RelayStore::ActDone done) { store_->Dispatch(id, change, std::move(done)); });
  }

  MemberOpened Hello() {
    auto opened = Await<absl::StatusOr<MemberOpened>>([&](MemberStore::OpenedDone done) {
      store_->Members().Hello("deck", hello_, std::move(done));
    });
    EXPECT_TRUE(opened.ok()) << opened.status();
    return opened.ok() ? *std::move(opened) : MemberOpened();
  }
  MemberOpened Resync(std::vector<v1::HeldAttempt> held = {}) {
    auto opened = Await<absl::StatusOr<MemberOpened>>([&](MemberStore::OpenedDone done) {
      store_->Members().Resync("deck", hello_, std::move(held), std::move(done));
    });
    EXPECT_TRUE(opened.ok()) << opened.status();
    return opened.ok() ? *std::move(opened) : MemberOpened();
  }

  v1::HeldAttempt Held(const std::string& id, v1::AttemptState state) {
    v1::HeldAttempt held;
    *held.mutable_command()->mutable_request() = Request(id);
    held.mutable_command()->set_attempt(1);
    held.mutable_command()->mutable_fence()->set_term(5);
    held.mutable_result()->set_request_id(id);
    held.mutable_result()->set_attempt(1);
    held.mutable_result()->set_state(state);
    if (state == v1::ATTEMPT_STATE_DONE) held.mutable_result()->set_outcome(v1::OUTCOME_SENT);
    return held;
  }

  v1::Outcome OutcomeOf(const std::string& id) { return store_->Find(id)->receipt.outcome(); }

  tests::SimulatedClock clock_;
  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "relay.db";
  std::unique_ptr<SqliteStore> store_;
  v1::EdgeHello hello_;
};

TEST_F(SqliteMemberStoreTest, ATermIsOnDiskBeforeItIsReported) {
  hello_.set_highest_term(10);
  EXPECT_EQ(Hello().admission.term, 11);
  hello_.set_highest_term(0);
  Restart();
  EXPECT_EQ(Hello().admission.term, 12);
}

TEST_F(SqliteMemberStoreTest, Rule19TheHelloEndsWhatAnEarlierRunOnlyAccepted) {
  Hello();
  Resync();
  Accept("r-1");
  Restart();
  clock_.Advance(absl::Minutes(1));
  const MemberOpened opened = Hello();
  ASSERT_THAT(opened.changed, SizeIs(1));
  const ActRecord record = *store_->Find("r-1");
  EXPECT_EQ(record.phase, ActPhase::kSettled);
  EXPECT_EQ(record.receipt.outcome(), v1::OUTCOME_REFUSED);
  EXPECT_EQ(record.receipt.reason(), v1::REASON_INTERRUPTED);
  EXPECT_EQ(record.receipt.finished_at().seconds(), absl::ToUnixSeconds(clock_.Wall()));
}

TEST_F(SqliteMemberStoreTest, ALaterStreamOfTheRunEndsNothing) {
  Hello();
  Resync();
  Accept("r-1");
  EXPECT_THAT(Hello().changed, IsEmpty());
  EXPECT_EQ(OutcomeOf("r-1"), v1::OUTCOME_PENDING);
}

TEST_F(SqliteMemberStoreTest, Rule28AMarkedMembersActsAreNotRefusedUnasked) {
  Accept("ran");
  Accept("lost");
  Restart();
  EXPECT_THAT(Hello().changed, IsEmpty());
  EXPECT_EQ(OutcomeOf("ran"), v1::OUTCOME_PENDING);
  const MemberOpened opened =
      Resync({Held("ran", v1::ATTEMPT_STATE_DONE), Held("under-way", v1::ATTEMPT_STATE_UNDER_WAY),
              Held("new", v1::ATTEMPT_STATE_DONE)});
  EXPECT_EQ(OutcomeOf("ran"), v1::OUTCOME_SENT);
  EXPECT_EQ(OutcomeOf("new"), v1::OUTCOME_SENT);
  EXPECT_EQ(OutcomeOf("lost"), v1::OUTCOME_REFUSED);
  EXPECT_EQ(store_->Find("under-way")->phase, ActPhase::kDispatched);
  EXPECT_THAT(opened.changed, SizeIs(3)) << "a settled act that nobody knew here is no news";
  EXPECT_FALSE(Hello().admission.needs_resync);
}

TEST_F(SqliteMemberStoreTest, DispatchesAreCountedAndARunThatIsUnknownMarks) {
  Hello();
  Resync();
  Accept("r-1");
  EXPECT_EQ(Dispatch("r-1").dispatch, 1);
  hello_.set_relay_run(store_->Run());
  hello_.set_last_dispatch(1);
  EXPECT_FALSE(Hello().admission.needs_resync);
  hello_.set_last_dispatch(2);
  EXPECT_TRUE(Hello().admission.needs_resync);
  Resync();
  EXPECT_FALSE(Hello().admission.needs_resync);
  hello_.set_relay_run("another");
  EXPECT_TRUE(Hello().admission.needs_resync);
  Resync();
  Restart();
  EXPECT_FALSE(Hello().admission.needs_resync) << "its acts were taken over";
}

TEST_F(SqliteMemberStoreTest, EveryMemberOfARestoredStoreIsMarked) {
  Hello();
  Resync();
  EXPECT_TRUE(store_->Members().MarkAll().ok());
  EXPECT_TRUE(Hello().admission.needs_resync);
}

TEST_F(SqliteMemberStoreTest, ASequenceThatAResultToldIsKept) {
  Hello();
  store_->Members().SawSequence(ids::MemberId("deck"), ids::StoreId("store-1"), 4);
  store_->Members().SawSequence(ids::MemberId("deck"), ids::StoreId("another-store"), 9);
  Restart();
  hello_.set_store_sequence(4);
  EXPECT_THAT(Hello().admission.lock, IsEmpty());
  hello_.set_store_sequence(3);
  EXPECT_THAT(Hello().admission.lock, HasSubstr("older copy"));
}

TEST_F(SqliteMemberStoreTest, AReplacedRunOfTheEdgeLocksAlsoAfterARestart) {
  Hello();
  hello_.set_boot("boot-2");
  Hello();
  Restart();
  hello_.set_boot("boot-1");
  EXPECT_THAT(Hello().admission.lock, HasSubstr("in turn"));
  ASSERT_THAT(*store_->Members().Locked(), SizeIs(1));
  EXPECT_EQ(store_->Members().Locked()->front().member, "deck");
}

TEST_F(SqliteMemberStoreTest, UnlockedItsEdgesNeverIsNoPromiseOfWhatWasBefore) {
  EXPECT_EQ(store_->Members().Unlock("deck").code(), absl::StatusCode::kFailedPrecondition);
  Hello();
  Resync();
  Accept("r-1");
  Dispatch("r-1");
  hello_.set_boot("boot-2");
  Hello();
  hello_.set_boot("boot-1");
  EXPECT_THAT(Hello().admission.lock, Not(IsEmpty()));
  ASSERT_TRUE(store_->Members().Unlock("deck").ok());
  EXPECT_NE(store_->Find("r-1")->edge_store, "store-1");
  const MemberOpened opened = Hello();
  EXPECT_THAT(opened.admission.lock, IsEmpty());
  EXPECT_TRUE(opened.admission.needs_resync);
  EXPECT_THAT(*store_->Members().Locked(), IsEmpty());
}

TEST_F(SqliteMemberStoreTest, ARefusedHelloWritesNothing) {
  hello_.set_highest_term(kHighestTerm + 1);
  const auto opened = Await<absl::StatusOr<MemberOpened>>([&](MemberStore::OpenedDone done) {
    store_->Members().Hello("deck", hello_, std::move(done));
  });
  EXPECT_EQ(opened.status().code(), absl::StatusCode::kInvalidArgument);
  hello_.set_highest_term(0);
  EXPECT_EQ(Hello().admission.term, 1);
}

}  // namespace
}  // namespace collie::relay
