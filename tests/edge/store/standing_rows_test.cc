#include "edge/store/standing_rows.h"

#include <gtest/gtest.h>

#include "edge/store/sqlite_edge_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

class StandingRowsTest : public testing::Test {
 protected:
  StandingRowsTest() { Restart(); }

  void Restart() {
    store_.reset();
    auto store = SqliteEdgeStore::Open(file_, clock_, ids::SystemRandom());
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  static AttemptRecord Record(const std::string& id, int64_t term, int64_t dispatch = 1) {
    AttemptRecord record;
    record.command.mutable_request()->set_request_id(id);
    *record.command.mutable_request()->mutable_conversation() = kDeploy.ToProto();
    record.command.set_attempt(1);
    record.command.mutable_fence()->set_term(term);
    record.command.mutable_fence()->set_number(1);
    record.command.set_relay_run("run-1");
    record.command.set_dispatch(dispatch);
    return record;
  }
  absl::Status Begin(const AttemptRecord& record) {
    store_->CommandCame(record.command);
    return store_->Begin(record);
  }

  inline static const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};
  tests::SimulatedClock clock_;
  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "edge.db";
  std::unique_ptr<SqliteEdgeStore> store_;
};

TEST_F(StandingRowsTest, Rule27AFenceBelowTheWelcomesTermBeginsNothing) {
  ASSERT_TRUE(store_->RaiseFloor(5).ok());
  EXPECT_EQ(store_->NewestFence(kDeploy)->term(), 5);
  EXPECT_EQ(Begin(Record("r-1", 4)).code(), absl::StatusCode::kAborted);
  Restart();
  EXPECT_EQ(Begin(Record("r-1", 4)).code(), absl::StatusCode::kAborted) << "it is on disk";
  EXPECT_TRUE(Begin(Record("r-1", 5)).ok());
}

TEST_F(StandingRowsTest, TheFloorNeverFalls) {
  ASSERT_TRUE(store_->RaiseFloor(5).ok());
  ASSERT_TRUE(store_->RaiseFloor(3).ok());
  EXPECT_EQ(store_->Standing().highest_term, 5);
  Restart();
  EXPECT_EQ(store_->Standing().highest_term, 5);
}

TEST_F(StandingRowsTest, TheHighestTermIsThatOfAnyFenceToo) {
  v1::Fence fence;
  fence.set_term(9);
  ASSERT_TRUE(store_->RaiseFence(kDeploy, fence).ok());
  EXPECT_EQ(store_->Standing().highest_term, 9);
  Restart();
  EXPECT_EQ(store_->Standing().highest_term, 9);
}

TEST_F(StandingRowsTest, AttemptsEverBegunAreCountedAlsoWithdrawnOnes) {
  ASSERT_TRUE(Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Withdraw("r-1", 1).ok());
  ASSERT_TRUE(Begin(Record("r-2", 2)).ok());
  EXPECT_FALSE(Begin(Record("r-3", 2)).ok());
  EXPECT_EQ(store_->Standing().sequence, 2);
  Restart();
  EXPECT_EQ(store_->Standing().sequence, 2);
}

TEST_F(StandingRowsTest, TheLastCommandIsReportedAtOnceAndKeptOnceItBegan) {
  ASSERT_TRUE(Begin(Record("r-1", 1, 7)).ok());
  store_->CommandCame(Record("r-2", 2, 8).command);
  EXPECT_EQ(store_->Standing().relay_run, "run-1");
  EXPECT_EQ(store_->Standing().last_dispatch, 8);
  Restart();
  EXPECT_EQ(store_->Standing().last_dispatch, 7) << "the other one went with the edge";
  v1::Command other = Record("r-3", 3, 1).command;
  other.set_relay_run("run-2");
  store_->CommandCame(other);
  EXPECT_EQ(store_->Standing().last_dispatch, 1);
}

TEST_F(StandingRowsTest, AllThatIsHeldIsReadInPages) {
  ASSERT_TRUE(Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(Begin(Record("r-2", 2)).ok());
  ASSERT_TRUE(Begin(Record("r-3", 3)).ok());
  const auto first = store_->Held("", 0, 2);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_EQ(first->size(), 2u);
  EXPECT_EQ(first->back().begun_at_ms, absl::ToUnixMillis(clock_.Wall()));
  const auto rest = store_->Held("r-2", 1, 2);
  ASSERT_EQ(rest->size(), 1u);
  EXPECT_EQ(rest->front().command.request().request_id(), "r-3");
}

}  // namespace
}  // namespace collie::edge
