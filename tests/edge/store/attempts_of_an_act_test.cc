// What the edge's store knows of all attempts of an act, and of the acts beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "edge/store/sqlite_edge_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class AttemptsOfAnActTest : public testing::Test {
 protected:
  AttemptsOfAnActTest() { Restart(); }

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
  // Begins an attempt by a fence of its own.
  void Begin(const std::string& id, int attempt = 1, const std::string& address = kHere,
             const std::string& epoch = "e-1") {
    AttemptRecord record;
    record.command.mutable_request()->set_request_id(id);
    *record.command.mutable_request()->mutable_conversation() =
        ids::ConversationKey{"deck", "hello", "deploy"}.ToProto();
    record.command.set_attempt(attempt);
    record.command.mutable_fence()->set_term(1);
    record.command.mutable_fence()->set_number(++fence_);
    record.address = ids::AgentAddress(address);
    record.epoch = ids::Epoch(epoch);
    ASSERT_TRUE(store_->Begin(record).ok());
  }
  void Finish(const std::string& id, v1::Outcome outcome, int attempt = 1) {
    v1::ActResult result;
    result.set_request_id(id);
    result.set_attempt(attempt);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(outcome);
    ASSERT_TRUE(store_->Finish(result).ok());
  }
  std::vector<int> Begun(const std::string& id) {
    const auto begun = store_->Begun(id);
    EXPECT_TRUE(begun.ok()) << begun.status();
    std::vector<int> attempts;
    for (const AttemptRecord& record : *begun) attempts.push_back(record.command.attempt());
    return attempts;
  }
  int64_t OthersSince(const std::string& id, const std::string& address = kHere) {
    const auto others = store_->OthersSince(ids::RequestId(id), ids::AgentAddress(address));
    EXPECT_TRUE(others.ok()) << others.status();
    return others.value_or(-1);
  }
  bool IsUnderWayElsewhere(const std::string& epoch, const std::string& source) {
    const auto found = store_->IsUnderWayElsewhere(ids::Epoch(epoch), ids::SourceName(source));
    EXPECT_TRUE(found.ok()) << found.status();
    return found.value_or(false);
  }

  static constexpr char kHere[] = "/run/hello/app.sock";

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "edge.db";
  std::unique_ptr<SqliteEdgeStore> store_;
  int64_t fence_ = 0;
};

TEST_F(AttemptsOfAnActTest, AreThoseThatWereBegunTheFirstFirst) {
  EXPECT_THAT(Begun("r-1"), IsEmpty());
  Begin("r-1");
  Finish("r-1", v1::OUTCOME_UNKNOWN);
  Begin("r-2");
  Begin("r-1", 3);
  EXPECT_THAT(Begun("r-1"), ElementsAre(1, 3));
  EXPECT_TRUE(store_->Begun("r-1")->front().settled);
  EXPECT_EQ(store_->Begun("r-1")->front().result.outcome(), v1::OUTCOME_UNKNOWN);
  Restart();
  EXPECT_THAT(Begun("r-1"), ElementsAre(1, 3));
}

TEST_F(AttemptsOfAnActTest, OneThatWasTakenBackIsNotAmongThem) {
  Begin("r-1");
  Finish("r-1", v1::OUTCOME_UNKNOWN);
  Begin("r-1", 2);
  ASSERT_TRUE(store_->Withdraw("r-1", 2).ok());
  EXPECT_THAT(Begun("r-1"), ElementsAre(1));
}

TEST_F(AttemptsOfAnActTest, OtherActsAreCountedFromItsFirstAttemptOn) {
  Begin("before");
  Begin("r-1");
  EXPECT_EQ(OthersSince("r-1"), 0);
  Begin("after-1");
  Finish("after-1", v1::OUTCOME_UNKNOWN);
  Begin("r-1", 2);      // its own
  Begin("after-1", 2);  // the same act again
  Begin("after-2");
  Begin("elsewhere", 1, "/run/other/app.sock");
  EXPECT_EQ(OthersSince("r-1"), 2);
  Begin("before", 2);  // an act from before that was asked again is one more id since
  EXPECT_EQ(OthersSince("r-1"), 3);
  Restart();
  EXPECT_EQ(OthersSince("r-1"), 3);
}

TEST_F(AttemptsOfAnActTest, OthersThatWereAcknowledgedAndForgottenElsewhereStillCount) {
  Begin("r-1");
  for (int i = 0; i < 5; ++i) {
    const std::string id = "other-" + std::to_string(i);
    Begin(id);
    Finish(id, v1::OUTCOME_SENT);
    Acknowledge(id, 1, v1::OUTCOME_SENT);
  }
  EXPECT_EQ(OthersSince("r-1"), 5);
}

TEST_F(AttemptsOfAnActTest, OneAgentUnderTwoNamesIsSeenByItsEpochWhileItsActIsUnderWay) {
  Begin("r-1");
  EXPECT_FALSE(IsUnderWayElsewhere("e-1", "hello"));
  EXPECT_TRUE(IsUnderWayElsewhere("e-1", "second-name"));
  EXPECT_FALSE(IsUnderWayElsewhere("e-2", "second-name"));
  Finish("r-1", v1::OUTCOME_UNKNOWN);
  EXPECT_FALSE(IsUnderWayElsewhere("e-1", "second-name"));
}

TEST_F(AttemptsOfAnActTest, Rule20ALaterAttemptThatACrashCutWasTheSecondPost) {
  Begin("r-1");
  Finish("r-1", v1::OUTCOME_UNKNOWN);
  Begin("r-1", 3);  // the attempt before it was not POSTed
  Begin("r-2");
  Restart();
  const AttemptRecord second = *store_->Find("r-1", 3);
  EXPECT_TRUE(second.settled);
  EXPECT_EQ(second.result.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(second.result.posts(), 2);
  EXPECT_FALSE(second.result.detail().empty());
  const AttemptRecord first = *store_->Find("r-2", 1);
  EXPECT_EQ(first.result.outcome(), v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(first.result.posts(), 1);
}

TEST_F(AttemptsOfAnActTest, Rule20WhatACrashLeftIsReportedUntilItIsAcknowledged) {
  Begin("r-1");
  Restart();
  ASSERT_EQ(store_->Unacknowledged()->size(), 1u);
  Restart();
  ASSERT_EQ(store_->Unacknowledged()->size(), 1u);
  EXPECT_EQ(store_->Unacknowledged()->front().result.outcome(), v1::OUTCOME_UNKNOWN);
  Acknowledge("r-1", 1, v1::OUTCOME_UNKNOWN);
  EXPECT_THAT(*store_->Unacknowledged(), IsEmpty());
}

}  // namespace
}  // namespace collie::edge
