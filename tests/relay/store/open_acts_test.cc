// What a start of the relay finds of acts about which something may still be learned, and stores
// that an earlier version of the program wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "crew/journal/database.h"
#include "crew/receipt/timestamp.h"
#include "relay/store/sqlite_schema.h"
#include "relay/store/sqlite_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OpenActsTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteStore> Open() {
    auto store = SqliteStore::Open(file_, clock_);
    EXPECT_TRUE(store.ok()) << store.status();
    return store.ok() ? *std::move(store) : nullptr;
  }
  ActRecord Record(const std::string& id, v1::Outcome outcome,
                   ActPhase phase = ActPhase::kSettled) {
    ActRecord record;
    record.phase = phase;
    record.attempt = 1;
    record.fence.set_term(1);
    record.fence.set_number(7);
    record.payload = "hash";
    record.request.set_request_id(id);
    *record.request.mutable_conversation() =
        ids::ConversationKey{"deck", "hello", "deploy"}.ToProto();
    record.receipt.set_request_id(id);
    record.receipt.set_act(v1::ACT_KIND_SEND);
    *record.receipt.mutable_conversation() = record.request.conversation();
    record.receipt.set_outcome(outcome);
    *record.receipt.mutable_accepted_at() = receipt::ToTimestamp(clock_.Wall());
    return record;
  }
  static void Put(SqliteStore& store, const ActRecord& record) {
    absl::Notification ended;
    store.Accept(record, [&](absl::StatusOr<Accepted> accepted) {
      EXPECT_TRUE(accepted.ok()) << accepted.status();
      ended.Notify();
    });
    ended.WaitForNotification();
  }
  // Request ids, as they were found.
  std::vector<std::string> Unhealed(SqliteStore& store, absl::Time since = absl::UnixEpoch(),
                                    int most = 100) {
    const auto found = store.Unhealed(since, most);
    EXPECT_TRUE(found.ok()) << found.status();
    std::vector<std::string> ids;
    for (const ActRecord& record : *found) ids.push_back(record.receipt.request_id());
    return ids;
  }

  // The store as the first released version wrote it, with one act under way.
  void WriteVersionOne(const ActRecord& record) {
    auto database = journal::Database::Open(file_, {StoreMigrations().front()});
    ASSERT_TRUE(database.ok()) << database.status();
    auto insert = (*database)->Prepare(
        "INSERT INTO acts (request_id, member, source, pane, phase, outcome, accepted_at, attempt, "
        "fence_term, fence_number, payload, request, receipt) "
        "VALUES (?, 'deck', 'hello', 'deploy', ?, ?, 1764460800000, 1, 1, 7, x'00', ?, ?)");
    ASSERT_TRUE(insert.ok()) << insert.status();
    ASSERT_TRUE(insert->Bind(1, record.receipt.request_id())
                    .Bind(2, static_cast<int64_t>(record.phase))
                    .Bind(3, record.receipt.outcome())
                    .BindBlob(4, record.request.SerializeAsString())
                    .BindBlob(5, record.receipt.SerializeAsString())
                    .Run()
                    .ok());
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "relay.db";
};

TEST_F(OpenActsTest, UnknownAndMaybeAppliedAreFoundWhateverTheirAgeTheNewestFirst) {
  auto store = Open();
  Put(*store, Record("unknown", v1::OUTCOME_UNKNOWN));
  Put(*store, Record("maybe", v1::OUTCOME_MAYBE_APPLIED));
  Put(*store, Record("refused", v1::OUTCOME_REFUSED));
  EXPECT_THAT(Unhealed(*store, absl::InfiniteFuture()), ElementsAre("maybe", "unknown"));
}

TEST_F(OpenActsTest, WhatIsWithAnEdgeIsNotAmongThem) {
  auto store = Open();
  Put(*store, Record("r-1", v1::OUTCOME_UNKNOWN, ActPhase::kDispatched));
  EXPECT_THAT(Unhealed(*store), IsEmpty());
}

TEST_F(OpenActsTest, WhatWasSentIsFoundUntilItIsEffectiveOrOld) {
  auto store = Open();
  Put(*store, Record("old", v1::OUTCOME_SENT));
  clock_.Advance(absl::Hours(1));
  const absl::Time since = clock_.Wall();
  Put(*store, Record("sent", v1::OUTCOME_SENT));
  ActRecord effective = Record("effective", v1::OUTCOME_SENT);
  *effective.receipt.mutable_effective_at() = receipt::ToTimestamp(clock_.Wall());
  Put(*store, effective);
  EXPECT_THAT(Unhealed(*store, since), ElementsAre("sent"));
}

TEST_F(OpenActsTest, WhatWasSentAndNeverShowsIsNotFound) {
  auto store = Open();
  ActRecord stop = Record("stop", v1::OUTCOME_SENT);
  stop.receipt.set_act(v1::ACT_KIND_STOP);
  Put(*store, stop);
  Put(*store, Record("send", v1::OUTCOME_SENT));
  EXPECT_THAT(Unhealed(*store, absl::UnixEpoch(), 1), ElementsAre("send"));
}

TEST_F(OpenActsTest, AtMostAsManyAsAskedFor) {
  auto store = Open();
  for (int i = 0; i < 4; ++i) Put(*store, Record(absl::StrCat("u-", i), v1::OUTCOME_UNKNOWN));
  for (int i = 0; i < 4; ++i) Put(*store, Record(absl::StrCat("s-", i), v1::OUTCOME_SENT));
  EXPECT_THAT(Unhealed(*store, absl::UnixEpoch(), 3), ElementsAre("u-3", "u-2", "u-1"));
  EXPECT_EQ(Unhealed(*store, absl::UnixEpoch(), 6).size(), 6u);
  EXPECT_EQ(Unhealed(*store).size(), 8u);
}

TEST_F(OpenActsTest, EdgeStoreAndEpochOfADispatchLast) {
  ActRecord record = Record("r-1", v1::OUTCOME_PENDING, ActPhase::kDispatched);
  record.edge_store = "store-1";
  record.epoch = "e-1";
  Put(*Open(), record);
  const auto found = Open()->Unsettled();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].edge_store, "store-1");
  EXPECT_EQ(found[0].epoch, "e-1");
}

TEST_F(OpenActsTest, AStoreOfTheFirstVersionIsBroughtForwardWithItsReceipts) {
  WriteVersionOne(Record("r-1", v1::OUTCOME_PENDING, ActPhase::kDispatched));
  auto store = Open();
  ASSERT_NE(store, nullptr);
  ASSERT_EQ(store->Unsettled().size(), 1u);
  const ActRecord found = store->Unsettled()[0];
  EXPECT_EQ(found.receipt.request_id(), "r-1");
  EXPECT_EQ(found.fence.number(), 7);
  EXPECT_EQ(found.edge_store, "");
  EXPECT_EQ(found.epoch, "");
  Put(*store, Record("r-2", v1::OUTCOME_UNKNOWN));
  EXPECT_THAT(Unhealed(*store), ElementsAre("r-2"));
}

TEST_F(OpenActsTest, WhatTheFirstVersionSentOfLateIsFound) {
  WriteVersionOne(Record("r-1", v1::OUTCOME_SENT));
  auto store = Open();
  ASSERT_NE(store, nullptr);
  EXPECT_THAT(Unhealed(*store), ElementsAre("r-1"));
}

TEST_F(OpenActsTest, AnOpenActOfTheFirstVersionIsFound) {
  WriteVersionOne(Record("r-1", v1::OUTCOME_UNKNOWN));
  auto store = Open();
  ASSERT_NE(store, nullptr);
  EXPECT_THAT(Unhealed(*store), ElementsAre("r-1"));
}

}  // namespace
}  // namespace collie::relay
