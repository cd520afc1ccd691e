// What a running edge forgets.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "crew/identity/authority.h"
#include "crew/identity/certificate_request.h"
#include "crew/identity/identity_folder.h"
#include "crew/journal/private_folder.h"
#include "edge/edge.h"
#include "edge/store/attempt_rows.h"
#include "edge/store/edge_schema.h"
#include "edge/store/sqlite_edge_store.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
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
    EXPECT_TRUE(journal::MakePrivateFolder(config_.paths.edge_dir()).ok());
    EXPECT_TRUE(journal::MakePrivateFolder(config_.paths.config_dir).ok());
    Enrol();
  }

  // Makes this host a member of a crew whose relay never answers.
  void Enrol() {
    const auto authority = *identity::Authority::Create(ids::SystemRandom(), clock::SystemClock());
    const identity::IdentityFolder folder(config_.paths.edge_identity(),
                                          identity::IdentityKind::kMember);
    const identity::Key key = *folder.TakeKey();
    const auto request =
        *identity::CertificateRequest::Parse(*identity::MakeCertificateRequest(key));
    const absl::Status written =
        folder.Write({*key.ToPem(), *authority.SignMember(request, "deck-000000"),
                      authority.certificate(), "127.0.0.1:1", "deck-000000"});
    ASSERT_TRUE(written.ok()) << written;
  }

  // Puts a first attempt of that age into the store, before the edge starts.
  void Put(const std::string& id, absl::Duration age, v1::Outcome outcome, bool acknowledged) {
    const OtherClock then(-age);
    auto store = SqliteEdgeStore::Open(config_.paths.edge_store(), then, ids::SystemRandom());
    ASSERT_TRUE(store.ok()) << store.status();
    AttemptRecord record;
    record.command.mutable_request()->set_request_id(id);
    *record.command.mutable_request()->mutable_conversation() =
        ids::ConversationKey{"deck", "hello", id}.ToProto();
    record.command.set_attempt(1);
    record.command.mutable_fence()->set_term(1);
    record.command.mutable_fence()->set_number(1);
    ASSERT_TRUE((*store)->Begin(record).ok());
    v1::ActResult result;
    result.set_request_id(id);
    result.set_attempt(1);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(outcome);
    ASSERT_TRUE((*store)->Finish(result).ok());
    if (acknowledged) (*store)->Acknowledge(id, 1, outcome);
  }

  // The store has been in service for so long when the program starts.
  void Serve(absl::Duration time) {
    auto database = journal::Database::Open(config_.paths.edge_store(), EdgeMigrations());
    ASSERT_TRUE(database.ok()) << database.status();
    const absl::Status served = (*database)->Run(
        absl::StrCat("UPDATE service_time SET counted_ms = ", absl::ToInt64Milliseconds(time)));
    ASSERT_TRUE(served.ok()) << served;
  }

  bool Has(const std::string& id) const {
    auto reader = journal::Database::OpenReader(config_.paths.edge_store());
    EXPECT_TRUE(reader.ok()) << reader.status();
    return FindAttempt(**reader, id, 1).ok();
  }

  // Runs an edge until the store has forgotten this act.
  void RunUntilGone(const std::string& id, const clock::Clock& clock = clock::SystemClock()) {
    auto edge = Edge::Start(config_, clock, ids::SystemRandom());
    ASSERT_TRUE(edge.ok()) << edge.status();
    const absl::Time end = absl::Now() + absl::Seconds(20);
    while (Has(id) && absl::Now() < end) absl::SleepFor(absl::Milliseconds(10));
    EXPECT_FALSE(Has(id));
  }

  tests::TemporaryFolder folder_;
  EdgeConfig config_;
};

TEST_F(RetentionTest, ForgetsAtItsStartWhatTheRelayHasAndIsOlderThan90Days) {
  Put("old-unknown", 90 * kDay + absl::Hours(1), v1::OUTCOME_UNKNOWN, /*acknowledged=*/true);
  Put("young-unknown", 89 * kDay, v1::OUTCOME_UNKNOWN, /*acknowledged=*/true);
  Put("young-maybe", 89 * kDay, v1::OUTCOME_MAYBE_APPLIED, /*acknowledged=*/true);
  Put("old-unreported", 300 * kDay, v1::OUTCOME_UNKNOWN, /*acknowledged=*/false);
  Serve(91 * kDay);
  RunUntilGone("old-unknown");
  EXPECT_TRUE(Has("young-unknown"));
  EXPECT_TRUE(Has("young-maybe"));
  EXPECT_TRUE(Has("old-unreported"));
}

TEST_F(RetentionTest, ForgetsByTheConfiguredAge) {
  config_.retention.attempts = 7 * kDay;
  Put("old", 8 * kDay, v1::OUTCOME_SENT, /*acknowledged=*/true);
  Put("young", 6 * kDay, v1::OUTCOME_SENT, /*acknowledged=*/true);
  Serve(8 * kDay);
  RunUntilGone("old");
  EXPECT_TRUE(Has("young"));
}

TEST_F(RetentionTest, AClockThatRunsAheadForgetsNothing) {
  Put("old", 500 * kDay, v1::OUTCOME_SENT, /*acknowledged=*/true);
  Serve(91 * kDay);
  Put("kept", absl::ZeroDuration(), v1::OUTCOME_SENT, /*acknowledged=*/true);
  RunUntilGone("old", OtherClock(500 * kDay));
  EXPECT_TRUE(Has("kept"));
}

TEST_F(RetentionTest, AnEdgeThatWouldForgetTooSoonDoesNotStart) {
  config_.retention.attempts = 6 * kDay;
  const auto edge = Edge::Start(config_, clock::SystemClock(), ids::SystemRandom());
  EXPECT_EQ(edge.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace collie::edge
