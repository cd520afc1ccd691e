// What a running relay forgets.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "crew/journal/private_folder.h"
#include "crew/receipt/timestamp.h"
#include "relay/relay.h"
#include "relay/store/act_rows.h"
#include "relay/store/sqlite_schema.h"
#include "relay/store/sqlite_store.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

constexpr absl::Duration kDay = absl::Hours(24);

// The system's clock, ahead or (below zero) behind.
class OtherClock final : public clock::Clock {
 public:
  explicit OtherClock(absl::Duration ahead) : ahead_(ahead) {}
  clock::Steady Now() const override { return clock::SystemClock().Now(); }
  absl::Time Wall() const override { return clock::SystemClock().Wall() + ahead_; }

 private:
  const absl::Duration ahead_;
};

class RetentionTest : public ::testing::Test {
 protected:
  RetentionTest() {
    config_.paths.state_dir = folder_.path() / "state";
    config_.paths.config_dir = folder_.path() / "config";
    config_.http = {.host = "127.0.0.1", .port = 0};
    config_.grpc = {.host = "127.0.0.1", .port = 0};
    EXPECT_TRUE(journal::MakePrivateFolder(config_.paths.relay_dir()).ok());
  }

  // Puts an act of that age into the store, before the relay starts.
  void Put(const std::string& id, absl::Duration age, ActPhase phase, v1::Outcome outcome) {
    auto store = SqliteStore::Open(config_.paths.relay_store(), clock::SystemClock());
    ASSERT_TRUE(store.ok()) << store.status();
    ActRecord record;
    record.phase = ActPhase::kDispatched;
    record.attempt = 1;
    record.request.set_request_id(id);
    record.receipt.set_request_id(id);
    record.receipt.set_outcome(outcome);
    *record.receipt.mutable_conversation() = ids::ConversationKey{"deck", "hello", id}.ToProto();
    *record.receipt.mutable_accepted_at() = receipt::ToTimestamp(clock::SystemClock().Wall() - age);
    absl::Notification ended;
    (*store)->Accept(record, [](absl::StatusOr<Accepted> accepted) {
      EXPECT_TRUE(accepted.ok()) << accepted.status();
    });
    (*store)->Update(
        id,
        [phase](ActRecord& stored) {
          stored.phase = phase;
          return true;
        },
        [&](absl::StatusOr<ActRecord> written) {
          EXPECT_TRUE(written.ok()) << written.status();
          ended.Notify();
        });
    ended.WaitForNotification();
  }

  // The store has been in service for so long when the program starts.
  void Serve(absl::Duration time) {
    auto database = journal::Database::Open(config_.paths.relay_store(), StoreMigrations());
    ASSERT_TRUE(database.ok()) << database.status();
    const absl::Status served = (*database)->Run(
        absl::StrCat("UPDATE service_time SET counted_ms = ", absl::ToInt64Milliseconds(time)));
    ASSERT_TRUE(served.ok()) << served;
  }

  bool Has(const std::string& id) const {
    auto reader = journal::Database::OpenReader(config_.paths.relay_store());
    EXPECT_TRUE(reader.ok()) << reader.status();
    return FindAct(**reader, id).ok();
  }

  // Runs a relay until the store has forgotten this act.
  void RunUntilGone(const std::string& id, const clock::Clock& clock = clock::SystemClock()) {
    auto relay = Relay::Start(config_, clock, ids::SystemRandom());
    ASSERT_TRUE(relay.ok()) << relay.status();
    const absl::Time end = absl::Now() + absl::Seconds(20);
    while (Has(id) && absl::Now() < end) absl::SleepFor(absl::Milliseconds(10));
    EXPECT_FALSE(Has(id));
  }

  tests::TemporaryFolder folder_;
  RelayConfig config_;
};

TEST_F(RetentionTest, ForgetsAtItsStartWhatIsSettledAndOlderThan400Days) {
  Put("old-unknown", 400 * kDay + absl::Hours(1), ActPhase::kSettled, v1::OUTCOME_UNKNOWN);
  Put("young-unknown", 399 * kDay, ActPhase::kSettled, v1::OUTCOME_UNKNOWN);
  Put("young-maybe", 399 * kDay, ActPhase::kSettled, v1::OUTCOME_MAYBE_APPLIED);
  Put("old-unsettled", 800 * kDay, ActPhase::kDispatched, v1::OUTCOME_UNKNOWN);
  Serve(401 * kDay);
  RunUntilGone("old-unknown");
  EXPECT_TRUE(Has("young-unknown"));
  EXPECT_TRUE(Has("young-maybe"));
  EXPECT_TRUE(Has("old-unsettled"));
}

TEST_F(RetentionTest, ForgetsByTheConfiguredAge) {
  config_.retention.receipts = 30 * kDay;
  Put("old", 31 * kDay, ActPhase::kSettled, v1::OUTCOME_SENT);
  Put("young", 29 * kDay, ActPhase::kSettled, v1::OUTCOME_SENT);
  Serve(31 * kDay);
  RunUntilGone("old");
  EXPECT_TRUE(Has("young"));
}

TEST_F(RetentionTest, AClockThatRunsAheadForgetsNothing) {
  Put("old", 500 * kDay, ActPhase::kSettled, v1::OUTCOME_SENT);
  Serve(401 * kDay);
  Put("kept", absl::ZeroDuration(), ActPhase::kSettled, v1::OUTCOME_SENT);
  RunUntilGone("old", OtherClock(500 * kDay));
  EXPECT_TRUE(Has("kept"));
}

TEST_F(RetentionTest, ARelayThatWouldForgetTooSoonDoesNotStart) {
  config_.retention.receipts = 29 * kDay;
  const auto relay = Relay::Start(config_, clock::SystemClock(), ids::SystemRandom());
  EXPECT_EQ(relay.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace collie::relay
