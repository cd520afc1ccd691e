#include "edge/store/sqlite_edge_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "edge/store/fence_rows.h"
#include "tests/fakes/store/full_disk.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class SqliteEdgeStoreTest : public testing::Test {
 protected:
  SqliteEdgeStoreTest() { Restart(); }

  void Restart() {
    store_.reset();
    auto store = SqliteEdgeStore::Open(file_, clock_, ids::SystemRandom());
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  // Returns once the acknowledgement is on disk: it shares the commit of the other write.
  void Acknowledge(const std::string& id, int attempt, v1::Outcome outcome) {
    store_->Acknowledge(id, attempt, outcome);
    ASSERT_TRUE(store_->CountService().ok());
  }

  static v1::Fence Fence(int64_t term, int64_t number) {
    v1::Fence fence;
    fence.set_term(term);
    fence.set_number(number);
    return fence;
  }

  static AttemptRecord Record(const std::string& request_id, int64_t number, int attempt = 1) {
    AttemptRecord record;
    record.command.mutable_request()->set_request_id(request_id);
    *record.command.mutable_request()->mutable_conversation() = kDeploy.ToProto();
    record.command.mutable_request()->mutable_send()->set_text("Ship it");
    record.command.set_attempt(attempt);
    *record.command.mutable_fence() = Fence(1, number);
    record.address = ids::AgentAddress("/run/hello/app.sock");
    record.epoch = ids::Epoch("e-1");
    return record;
  }

  static v1::ActResult Result(const std::string& request_id, v1::Outcome outcome, int attempt = 1) {
    v1::ActResult result;
    result.set_request_id(request_id);
    result.set_attempt(attempt);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(outcome);
    return result;
  }

  v1::Outcome Outcome(const std::string& request_id, int attempt = 1) {
    auto found = store_->Find(request_id, attempt);
    EXPECT_TRUE(found.ok()) << found.status();
    return found->result.outcome();
  }

  // Request ids of what is to be told, in order.
  std::vector<std::string> ToTell() {
    auto found = store_->Unacknowledged();
    EXPECT_TRUE(found.ok()) << found.status();
    std::vector<std::string> ids;
    for (const AttemptRecord& record : *found) ids.push_back(record.result.request_id());
    return ids;
  }

  static inline const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "edge.db";
  std::unique_ptr<SqliteEdgeStore> store_;
};

TEST_F(SqliteEdgeStoreTest, NamesItselfUntilItIsWiped) {
  const std::string first = store_->Incarnation();
  EXPECT_EQ(first.size(), 32u);
  Restart();
  EXPECT_EQ(store_->Incarnation(), first);
  store_.reset();
  for (const char* tail : {"", "-wal", "-shm"}) {
    std::filesystem::remove(file_.string() + tail);
  }
  Restart();
  EXPECT_NE(store_->Incarnation(), first);
}

TEST_F(SqliteEdgeStoreTest, Rule1KeepsCommandAddressAndEpochOfAnAttempt) {
  const AttemptRecord record = Record("r-1", 1);
  ASSERT_TRUE(store_->Begin(record).ok());
  auto found = store_->Find("r-1", 1);
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->command.SerializeAsString(), record.command.SerializeAsString());
  EXPECT_EQ(found->address, record.address);
  EXPECT_EQ(found->epoch.value(), "e-1");
  EXPECT_FALSE(found->settled);
  EXPECT_FALSE(found->acknowledged);
}

TEST_F(SqliteEdgeStoreTest, BeginsAnAttemptOnce) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  EXPECT_EQ(store_->Begin(Record("r-1", 1)).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(store_->Begin(Record("r-1", 2)).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_TRUE(store_->Begin(Record("r-1", 2, 2)).ok());
}

TEST_F(SqliteEdgeStoreTest, Rule10RefusesAFenceThatIsNotAboveTheRaisedOne) {
  ASSERT_TRUE(store_->RaiseFence(kDeploy, Fence(1, 5)).ok());
  EXPECT_EQ(store_->Begin(Record("r-1", 4)).code(), absl::StatusCode::kAborted);
  EXPECT_EQ(store_->Begin(Record("r-1", 5)).code(), absl::StatusCode::kAborted);
  EXPECT_EQ(store_->Find("r-1", 1).status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(store_->Begin(Record("r-1", 6)).ok());
}

TEST_F(SqliteEdgeStoreTest, AFenceHoldsItsConversationOnly) {
  ASSERT_TRUE(store_->RaiseFence({"deck", "hello", "other"}, Fence(9, 9)).ok());
  EXPECT_TRUE(store_->Begin(Record("r-1", 1)).ok());
}

TEST_F(SqliteEdgeStoreTest, AFenceNeverFalls) {
  ASSERT_TRUE(store_->RaiseFence(kDeploy, Fence(2, 1)).ok());
  EXPECT_TRUE(store_->RaiseFence(kDeploy, Fence(1, 9)).ok());
  EXPECT_EQ(store_->NewestFence(kDeploy)->term(), 2);
  Restart();
  EXPECT_EQ(store_->NewestFence(kDeploy)->term(), 2);
  EXPECT_EQ(store_->NewestFence(kDeploy)->number(), 1);
}

TEST_F(SqliteEdgeStoreTest, Rule11FencesSurviveARestart) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 7)).ok());
  Restart();
  EXPECT_EQ(store_->NewestFence(kDeploy)->number(), 7);
  EXPECT_EQ(store_->Begin(Record("r-2", 7)).code(), absl::StatusCode::kAborted);
}

TEST_F(SqliteEdgeStoreTest, Rule12OfManyWithOneFenceOneBegins) {
  std::atomic<int> begun = 0;
  std::vector<std::thread> runners;
  for (int i = 0; i < 8; ++i) {
    runners.emplace_back(
        [&, i] { begun += store_->Begin(Record(absl::StrCat("r-", i), 3)).ok() ? 1 : 0; });
  }
  for (std::thread& runner : runners) runner.join();
  EXPECT_EQ(begun, 1);
}

TEST_F(SqliteEdgeStoreTest, Rule13TakesAnOvertakenAttemptBackAndKeepsTheFence) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  EXPECT_TRUE(store_->Withdraw("r-1", 1).ok());
  EXPECT_EQ(store_->Find("r-1", 1).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->Withdraw("r-1", 1).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->NewestFence(kDeploy)->number(), 1);
}

TEST_F(SqliteEdgeStoreTest, TakesNoSettledAttemptBack) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  EXPECT_EQ(store_->Withdraw("r-1", 1).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Outcome("r-1"), v1::OUTCOME_SENT);
}

TEST_F(SqliteEdgeStoreTest, Rule9OutcomesOnlyRise) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_UNKNOWN)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  for (v1::Outcome lower : {v1::OUTCOME_UNKNOWN, v1::OUTCOME_MAYBE_APPLIED, v1::OUTCOME_REFUSED}) {
    EXPECT_TRUE(store_->Finish(Result("r-1", lower)).ok());
    EXPECT_EQ(Outcome("r-1"), v1::OUTCOME_SENT);
  }
}

TEST_F(SqliteEdgeStoreTest, FinishesOnlyWhatWasBegun) {
  EXPECT_EQ(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).code(), absl::StatusCode::kNotFound);
}

TEST_F(SqliteEdgeStoreTest, Rule20TellsWhatACrashLeftWithoutAnOutcome) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Begin(Record("r-2", 2)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-2", v1::OUTCOME_SENT)).ok());
  Acknowledge("r-2", 1, v1::OUTCOME_SENT);
  Restart();
  EXPECT_EQ(Outcome("r-1"), v1::OUTCOME_UNKNOWN);
  EXPECT_TRUE(store_->Find("r-1", 1)->settled);
  EXPECT_EQ(store_->Find("r-1", 1)->result.state(), v1::ATTEMPT_STATE_DONE);
  EXPECT_THAT(ToTell(), ElementsAre("r-1"));
  EXPECT_EQ(Outcome("r-2"), v1::OUTCOME_SENT);
}

TEST_F(SqliteEdgeStoreTest, ASecondAttemptThatACrashCutMayHaveBeenApplied) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1, 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_UNKNOWN)).ok());
  ASSERT_TRUE(store_->Begin(Record("r-1", 2, 2)).ok());
  Restart();
  EXPECT_EQ(Outcome("r-1", 1), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Outcome("r-1", 2), v1::OUTCOME_MAYBE_APPLIED);
}

TEST_F(SqliteEdgeStoreTest, Rule21TellsInTheOrderOfSettlingUntilAcknowledged) {
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(store_->Begin(Record(absl::StrCat("r-", i), i)).ok());
  }
  EXPECT_THAT(ToTell(), IsEmpty());
  for (const char* id : {"r-3", "r-1", "r-2"}) {
    ASSERT_TRUE(store_->Finish(Result(id, v1::OUTCOME_SENT)).ok());
  }
  Restart();
  EXPECT_THAT(ToTell(), ElementsAre("r-3", "r-1", "r-2"));
  Acknowledge("r-1", 1, v1::OUTCOME_SENT);
  EXPECT_THAT(ToTell(), ElementsAre("r-3", "r-2"));
}

TEST_F(SqliteEdgeStoreTest, Rule23AnAcknowledgementOfUnknownDoesNotSwallowALaterSent) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_UNKNOWN)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  Acknowledge("r-1", 1, v1::OUTCOME_UNKNOWN);
  EXPECT_THAT(ToTell(), ElementsAre("r-1"));
}

TEST_F(SqliteEdgeStoreTest, ARaisedOutcomeIsReportedAgain) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_UNKNOWN)).ok());
  Acknowledge("r-1", 1, v1::OUTCOME_UNKNOWN);
  EXPECT_THAT(ToTell(), IsEmpty());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  EXPECT_THAT(ToTell(), ElementsAre("r-1"));
}

TEST_F(SqliteEdgeStoreTest, Rule24KeepsAnAcknowledgedUnknown) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_UNKNOWN)).ok());
  Acknowledge("r-1", 1, v1::OUTCOME_UNKNOWN);
  Restart();
  EXPECT_TRUE(store_->Find("r-1", 1)->acknowledged);
  EXPECT_EQ(store_->Begin(Record("r-1", 2)).code(), absl::StatusCode::kAlreadyExists);
}

TEST_F(SqliteEdgeStoreTest, AcknowledgesNothingThatIsUnderWay) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  Acknowledge("r-1", 1, v1::OUTCOME_UNSPECIFIED);
  EXPECT_FALSE(store_->Find("r-1", 1)->acknowledged);
}

TEST_F(SqliteEdgeStoreTest, CompactsOnlyWhatIsAcknowledgedAndOld) {
  ASSERT_TRUE(store_->Begin(Record("old", 1)).ok());
  ASSERT_TRUE(store_->Begin(Record("unreported", 2)).ok());
  ASSERT_TRUE(store_->Begin(Record("under-way", 3)).ok());
  ASSERT_TRUE(store_->Finish(Result("old", v1::OUTCOME_SENT)).ok());
  ASSERT_TRUE(store_->Finish(Result("unreported", v1::OUTCOME_SENT)).ok());
  Acknowledge("old", 1, v1::OUTCOME_SENT);
  clock_.Advance(absl::Hours(1));
  ASSERT_TRUE(store_->Begin(Record("young", 4)).ok());
  ASSERT_TRUE(store_->Finish(Result("young", v1::OUTCOME_SENT)).ok());
  Acknowledge("young", 1, v1::OUTCOME_SENT);

  ASSERT_TRUE(store_->Compact(absl::Minutes(30)).ok());
  EXPECT_EQ(store_->Find("old", 1).status().code(), absl::StatusCode::kNotFound);
  for (const char* id : {"unreported", "under-way", "young"}) EXPECT_TRUE(store_->Find(id, 1).ok());
  EXPECT_EQ(store_->NewestFence(kDeploy)->number(), 4);
}

TEST_F(SqliteEdgeStoreTest, CompactDropsTheFencesThatTheWelcomesTermStandsAbove) {
  const ids::ConversationKey other{"deck", "hello", "other"};
  ASSERT_TRUE(store_->RaiseFence(kDeploy, Fence(1, 7)).ok());
  ASSERT_TRUE(store_->RaiseFence(other, Fence(2, 3)).ok());
  ASSERT_TRUE(store_->RaiseFloor(2).ok());
  ASSERT_TRUE(store_->Compact(absl::Hours(1)).ok());
  auto reader = journal::Database::OpenReader(file_);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(FindFence(**reader, kDeploy)->number(), 0);
  EXPECT_EQ(FindFence(**reader, other)->number(), 3);
  EXPECT_EQ(store_->Begin(Record("r-1", 8)).code(), absl::StatusCode::kAborted) << "of term 1";
  Restart();
  EXPECT_EQ(store_->Begin(Record("r-1", 8)).code(), absl::StatusCode::kAborted);
  EXPECT_EQ(store_->Standing().highest_term, 2);
}

TEST_F(SqliteEdgeStoreTest, AnAcknowledgementIsOnDiskWithTheNextWrite) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  store_->Acknowledge("r-1", 1, v1::OUTCOME_SENT);
  ASSERT_TRUE(store_->Begin(Record("r-2", 2)).ok());
  EXPECT_THAT(*store_->Unacknowledged(), IsEmpty());
}

TEST_F(SqliteEdgeStoreTest, AnAcknowledgementIsOnDiskAfterACleanEnd) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  store_->Acknowledge("r-1", 1, v1::OUTCOME_SENT);
  Restart();
  EXPECT_THAT(*store_->Unacknowledged(), IsEmpty());
}

TEST_F(SqliteEdgeStoreTest, AWallClockThatRanAheadCompactsNothing) {
  ASSERT_TRUE(store_->Begin(Record("kept", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("kept", v1::OUTCOME_SENT)).ok());
  Acknowledge("kept", 1, v1::OUTCOME_SENT);
  clock_.JumpWall(absl::Hours(24) * 500);
  clock_.Advance(absl::Minutes(1));
  ASSERT_TRUE(store_->CountService().ok());
  ASSERT_TRUE(store_->Compact(absl::Hours(24) * 90).ok());
  EXPECT_TRUE(store_->Find("kept", 1).ok());
}

TEST_F(SqliteEdgeStoreTest, AgesByTheTimeServedLastOverRestarts) {
  ASSERT_TRUE(store_->Begin(Record("old", 1)).ok());
  ASSERT_TRUE(store_->Finish(Result("old", v1::OUTCOME_SENT)).ok());
  Acknowledge("old", 1, v1::OUTCOME_SENT);
  for (int i = 0; i < 3; ++i) {
    clock_.Advance(absl::Hours(1));
    ASSERT_TRUE(store_->CountService().ok());
    Restart();
  }
  ASSERT_TRUE(store_->Compact(absl::Minutes(181)).ok());
  EXPECT_TRUE(store_->Find("old", 1).ok());
  ASSERT_TRUE(store_->Compact(absl::Minutes(179)).ok());
  EXPECT_EQ(store_->Find("old", 1).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(SqliteEdgeStoreTest, AFullDiskChangesNothingAndRecovers) {
  ASSERT_TRUE(store_->Begin(Record("r-1", 1)).ok());
  {
    tests::FullDisk full;
    EXPECT_EQ(store_->Begin(Record("r-2", 2)).code(), absl::StatusCode::kUnavailable);
    EXPECT_EQ(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).code(),
              absl::StatusCode::kUnavailable);
    EXPECT_EQ(store_->RaiseFence(kDeploy, Fence(1, 9)).code(), absl::StatusCode::kUnavailable);
    EXPECT_EQ(store_->NewestFence(kDeploy)->number(), 1);
  }
  EXPECT_FALSE(store_->Find("r-1", 1)->settled);
  EXPECT_TRUE(store_->Finish(Result("r-1", v1::OUTCOME_SENT)).ok());
  EXPECT_TRUE(store_->Begin(Record("r-2", 2)).ok());
}

TEST(FenceTest, IsAboveByTermThenByNumber) {
  auto fence = [](int64_t term, int64_t number) {
    v1::Fence made;
    made.set_term(term);
    made.set_number(number);
    return made;
  };
  EXPECT_TRUE(IsAbove(fence(2, 1), fence(1, 9)));
  EXPECT_FALSE(IsAbove(fence(1, 9), fence(2, 1)));
  EXPECT_TRUE(IsAbove(fence(1, 2), fence(1, 1)));
  EXPECT_FALSE(IsAbove(fence(1, 1), fence(1, 1)));
}

}  // namespace
}  // namespace collie::edge
