#include "relay/store/sqlite_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "tests/fakes/store/full_disk.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class SqliteStoreTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteStore> Open() {
    auto store = SqliteStore::Open(file_, clock_);
    EXPECT_TRUE(store.ok()) << store.status();
    return store.ok() ? *std::move(store) : nullptr;
  }

  ActRecord Record(const std::string& request_id, const std::string& pane = "deploy") {
    ActRecord record;
    record.request.set_request_id(request_id);
    record.request.mutable_send()->set_text("Ship it");
    *record.request.mutable_conversation() = ids::ConversationKey{"deck", "hello", pane}.ToProto();
    record.receipt.set_request_id(request_id);
    *record.receipt.mutable_conversation() = record.request.conversation();
    record.receipt.set_act(v1::ACT_KIND_SEND);
    record.receipt.set_outcome(v1::OUTCOME_PENDING);
    record.receipt.mutable_accepted_at()->set_seconds(absl::ToUnixSeconds(clock_.Wall()));
    record.payload = std::string("\0hash", 5);
    return record;
  }

  static absl::StatusOr<Accepted> Accept(SqliteStore& store, ActRecord record) {
    absl::StatusOr<Accepted> result;
    absl::Notification ended;
    store.Accept(std::move(record), [&](absl::StatusOr<Accepted> accepted) {
      result = std::move(accepted);
      ended.Notify();
    });
    ended.WaitForNotification();
    return result;
  }

  static absl::StatusOr<ActRecord> Update(SqliteStore& store, const std::string& request_id,
                                          RelayStore::ActChange change) {
    absl::StatusOr<ActRecord> result;
    absl::Notification ended;
    store.Update(request_id, std::move(change), [&](absl::StatusOr<ActRecord> record) {
      result = std::move(record);
      ended.Notify();
    });
    ended.WaitForNotification();
    return result;
  }

  static absl::StatusOr<int64_t> Raise(SqliteStore& store, const std::string& ask_key) {
    absl::StatusOr<int64_t> result;
    absl::Notification ended;
    store.RaiseAskCount(ask_key, [&](absl::StatusOr<int64_t> count) {
      result = count;
      ended.Notify();
    });
    ended.WaitForNotification();
    return result;
  }

  static bool Dispatch(ActRecord& record) {
    record.phase = ActPhase::kDispatched;
    record.attempt = 1;
    record.fence.set_term(1);
    record.fence.set_number(7);
    return true;
  }

  static bool Settle(ActRecord& record) {
    record.phase = ActPhase::kSettled;
    record.receipt.set_outcome(v1::OUTCOME_SENT);
    return true;
  }

  static std::vector<std::string> Listed(SqliteStore& store, const ReceiptQuery& query) {
    auto receipts = store.List(query);
    EXPECT_TRUE(receipts.ok()) << receipts.status();
    std::vector<std::string> ids;
    for (const v1::Receipt& receipt : *receipts) ids.push_back(receipt.request_id());
    return ids;
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "relay.db";
};

TEST_F(SqliteStoreTest, KeepsARecordAcrossARestart) {
  ActRecord record = Record("r-1");
  {
    auto store = Open();
    EXPECT_TRUE(Accept(*store, record)->is_new);
    ASSERT_TRUE(Update(*store, "r-1", Dispatch).ok());
  }
  auto found = Open()->Find("r-1");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(found->phase, ActPhase::kDispatched);
  EXPECT_EQ(found->attempt, 1);
  EXPECT_EQ(found->fence.term(), 1);
  EXPECT_EQ(found->fence.number(), 7);
  EXPECT_EQ(found->payload, record.payload);
  EXPECT_EQ(found->request.SerializeAsString(), record.request.SerializeAsString());
  EXPECT_EQ(found->receipt.SerializeAsString(), record.receipt.SerializeAsString());
}

TEST_F(SqliteStoreTest, ListsByOutcomeAndTime) {
  auto store = Open();
  ASSERT_TRUE(Accept(*store, Record("r-1"))->is_new);
  ASSERT_TRUE(Update(*store, "r-1", Settle).ok());
  const int64_t between = absl::ToUnixMillis(clock_.Wall()) + 500;
  ReceiptQuery late;
  late.accepted_from = between;
  ReceiptQuery early;
  early.accepted_until = between;
  clock_.Advance(absl::Seconds(1));
  ActRecord second = Record("r-2");
  ASSERT_TRUE(Accept(*store, second)->is_new);
  EXPECT_EQ(Listed(*store, late), std::vector<std::string>{"r-2"});
  EXPECT_EQ(Listed(*store, early), std::vector<std::string>{"r-1"});
  ReceiptQuery query;
  query.outcomes = {v1::OUTCOME_SENT, v1::OUTCOME_UNKNOWN};
  EXPECT_EQ(Listed(*store, query), std::vector<std::string>{"r-1"});
  query.outcomes = {v1::OUTCOME_PENDING};
  EXPECT_EQ(Listed(*store, query), std::vector<std::string>{"r-2"});
  query.accepted_until = between;
  EXPECT_TRUE(Listed(*store, query).empty());
}

TEST_F(SqliteStoreTest, FindsTheFirstRecordWhenARequestIdRepeats) {
  auto store = Open();
  ASSERT_TRUE(Accept(*store, Record("r-1"))->is_new);
  ActRecord other = Record("r-1", "other");
  other.payload = "another hash";
  auto repeated = Accept(*store, other);
  ASSERT_TRUE(repeated.ok());
  EXPECT_FALSE(repeated->is_new);
  EXPECT_EQ(repeated->record.payload, Record("r-1").payload);
  EXPECT_EQ(repeated->record.receipt.conversation().pane(), "deploy");
}

TEST_F(SqliteStoreTest, OneRequestIdIsNewOnceHoweverManyAsk) {
  auto store = Open();
  std::atomic<int> news = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] { news += Accept(*store, Record("r-1"))->is_new ? 1 : 0; });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(news, 1);
}

TEST_F(SqliteStoreTest, TellsOnlyWhatIsOnDisk) {
  auto store = Open();
  absl::Notification ended;
  absl::StatusOr<ActRecord> seen;
  store->Accept(Record("r-1"), [&](absl::StatusOr<Accepted>) {
    seen = store->Find("r-1");
    ended.Notify();
  });
  ended.WaitForNotification();
  EXPECT_TRUE(seen.ok()) << seen.status();
}

TEST_F(SqliteStoreTest, StampsAReceiptThatHasNoTime) {
  auto store = Open();
  ActRecord record = Record("r-1");
  record.receipt.clear_accepted_at();
  auto accepted = Accept(*store, record);
  EXPECT_EQ(accepted->record.receipt.accepted_at().seconds(), absl::ToUnixSeconds(clock_.Wall()));
}

TEST_F(SqliteStoreTest, LeavesARecordThatTheChangeDoesNotWant) {
  auto store = Open();
  ASSERT_TRUE(Accept(*store, Record("r-1")).ok());
  auto left = Update(*store, "r-1", [](ActRecord& record) {
    record.receipt.set_outcome(v1::OUTCOME_SENT);
    return false;
  });
  ASSERT_TRUE(left.ok());
  EXPECT_EQ(left->receipt.outcome(), v1::OUTCOME_PENDING);
  EXPECT_EQ(store->Find("r-1")->receipt.outcome(), v1::OUTCOME_PENDING);
}

TEST_F(SqliteStoreTest, SaysThatAnIdIsUnknown) {
  auto store = Open();
  EXPECT_EQ(store->Find("r-0").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Update(*store, "r-0", Settle).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(SqliteStoreTest, TermRisesWithEveryStart) {
  const int64_t first = Open()->Term();
  EXPECT_GT(first, 0);
  EXPECT_EQ(Open()->Term(), first + 1);
  EXPECT_EQ(Open()->Term(), first + 2);
}

TEST_F(SqliteStoreTest, Rule16FindsWhatWasDispatchedInTheOrderOfAcceptance) {
  {
    auto store = Open();
    for (const char* id : {"r-9", "r-1", "r-5", "r-3"}) {
      ASSERT_TRUE(Accept(*store, Record(id)).ok());
      ASSERT_TRUE(Update(*store, id, Dispatch).ok());
    }
    ASSERT_TRUE(Update(*store, "r-5", Settle).ok());
    EXPECT_THAT(store->Unsettled(), IsEmpty());
  }
  std::vector<std::string> found;
  for (const ActRecord& record : Open()->Unsettled()) found.push_back(record.request.request_id());
  EXPECT_THAT(found, ElementsAre("r-9", "r-1", "r-3"));
}

TEST_F(SqliteStoreTest, Rule17KeepsAnUnknownOutcomeUnsettledWhileItIsDispatched) {
  {
    auto store = Open();
    ASSERT_TRUE(Accept(*store, Record("r-1")).ok());
    ASSERT_TRUE(Update(*store, "r-1", [](ActRecord& record) {
                  record.receipt.set_outcome(v1::OUTCOME_UNKNOWN);
                  return Dispatch(record);
                }).ok());
  }
  EXPECT_EQ(Open()->Unsettled().size(), 1u);
}

TEST_F(SqliteStoreTest, Rule18AnOlderRelayWritesNothing) {
  auto older = Open();
  ASSERT_TRUE(Accept(*older, Record("r-1")).ok());
  ASSERT_TRUE(Update(*older, "r-1", Dispatch).ok());
  clock_.Advance(absl::Hours(1));
  auto newer = Open();

  EXPECT_EQ(Accept(*older, Record("r-2")).status().code(), absl::StatusCode::kAborted);
  EXPECT_EQ(Update(*older, "r-1", Settle).status().code(), absl::StatusCode::kAborted);
  EXPECT_EQ(Raise(*older, "ask").status().code(), absl::StatusCode::kAborted);
  EXPECT_EQ(older->Compact(absl::ZeroDuration()).code(), absl::StatusCode::kAborted);

  EXPECT_EQ(older->CountService().code(), absl::StatusCode::kAborted);

  EXPECT_EQ(newer->Find("r-1")->phase, ActPhase::kDispatched);
  EXPECT_EQ(newer->Find("r-2").status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(*newer->AskCounts(), IsEmpty());
  EXPECT_TRUE(Update(*newer, "r-1", Settle).ok());
}

TEST_F(SqliteStoreTest, WhatWasOnlyAcceptedWaitsForItsMembersHello) {
  { ASSERT_TRUE(Accept(*Open(), Record("r-1")).ok()); }
  auto store = Open();
  EXPECT_THAT(store->Unsettled(), IsEmpty());
  EXPECT_EQ(store->Find("r-1")->receipt.outcome(), v1::OUTCOME_PENDING);
}

TEST_F(SqliteStoreTest, ADamagedStoreSaysWhatComesOfAnEmptyOne) {
  std::ofstream(file_) << std::string(4096, 'x');
  const absl::Status status = SqliteStore::Open(file_, clock_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("nothing runs twice"));
}

TEST_F(SqliteStoreTest, EachStartIsARunOfItsOwn) {
  std::string before;
  { before = Open()->Run(); }
  EXPECT_NE(Open()->Run(), before);
}

TEST_F(SqliteStoreTest, NeverCallsAnActRefusedThatWasDispatchedBefore) {
  {
    auto store = Open();
    ASSERT_TRUE(Accept(*store, Record("r-1")).ok());
    ASSERT_TRUE(Update(*store, "r-1", [](ActRecord& record) {
                  record.attempt = 2;
                  record.receipt.set_outcome(v1::OUTCOME_UNKNOWN);
                  return true;
                }).ok());
  }
  EXPECT_EQ(Open()->Find("r-1")->receipt.outcome(), v1::OUTCOME_UNKNOWN);
}

TEST_F(SqliteStoreTest, ListsNewestFirstAndByConversation) {
  auto store = Open();
  for (const char* id : {"r-3", "r-1", "r-2"}) ASSERT_TRUE(Accept(*store, Record(id)).ok());
  ASSERT_TRUE(Accept(*store, Record("r-0", "other")).ok());
  const ids::ConversationKey deploy{"deck", "hello", "deploy"};
  EXPECT_THAT(Listed(*store, {}), ElementsAre("r-0", "r-2", "r-1", "r-3"));
  EXPECT_THAT(Listed(*store, {deploy, "", 2}), ElementsAre("r-2", "r-1"));
  EXPECT_THAT(Listed(*store, {deploy, "r-1", 50}), ElementsAre("r-1"));
  EXPECT_THAT(Listed(*store, {deploy, "r-0", 50}), IsEmpty());
  EXPECT_THAT(Listed(*store, {std::nullopt, "r-0", 50}), ElementsAre("r-0"));
  EXPECT_THAT(Listed(*store, {std::nullopt, "", -1}), ElementsAre("r-0"));
  EXPECT_THAT(Listed(*store, {std::nullopt, "", 50, "r-2"}), ElementsAre("r-1", "r-3"));
  EXPECT_THAT(Listed(*store, {deploy, "", 1, "r-0"}), ElementsAre("r-2"));
  EXPECT_THAT(Listed(*store, {std::nullopt, "", 50, "r-3"}), IsEmpty());
  EXPECT_THAT(Listed(*store, {std::nullopt, "", 50, "nobody-knows"}), IsEmpty());
}

TEST_F(SqliteStoreTest, ListsAStartUnderTheConversationItMade) {
  auto store = Open();
  ASSERT_TRUE(Accept(*store, Record("r-1", "")).ok());
  ASSERT_TRUE(Update(*store, "r-1", [](ActRecord& record) {
                record.receipt.mutable_conversation()->set_pane("new");
                return Settle(record);
              }).ok());
  EXPECT_THAT(Listed(*store, {ids::ConversationKey{"deck", "hello", "new"}, "", 50}),
              ElementsAre("r-1"));
}

TEST_F(SqliteStoreTest, CountsOfAsksRiseAndLast) {
  {
    auto store = Open();
    EXPECT_EQ(*Raise(*store, "one"), 1);
    EXPECT_EQ(*Raise(*store, "one"), 2);
    EXPECT_EQ(*Raise(*store, "two"), 1);
  }
  EXPECT_THAT(*Open()->AskCounts(), UnorderedElementsAre(Pair("one", 2), Pair("two", 1)));
}

TEST_F(SqliteStoreTest, SaysThatTheDiskIsFullKeepsTheRecordAndRecovers) {
  auto store = Open();
  ASSERT_TRUE(Accept(*store, Record("r-1")).ok());
  {
    tests::FullDisk full;
    EXPECT_EQ(Accept(*store, Record("r-2")).status().code(), absl::StatusCode::kUnavailable);
    EXPECT_EQ(Update(*store, "r-1", Dispatch).status().code(), absl::StatusCode::kUnavailable);
  }
  EXPECT_EQ(store->Find("r-1")->phase, ActPhase::kAccepted);
  EXPECT_EQ(store->Find("r-2").status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(Accept(*store, Record("r-2"))->is_new);
  EXPECT_TRUE(Update(*store, "r-1", Dispatch).ok());
}

TEST_F(SqliteStoreTest, KnowsWhetherItCanBeWrittenThoughNobodyActs) {
  auto store = Open();
  EXPECT_TRUE(store->CanWrite(absl::Seconds(10)).ok());
  clock_.Advance(WriteHealth::kFresh);
  {
    tests::FullDisk full;
    EXPECT_TRUE(absl::IsUnavailable(store->CanWrite(absl::Seconds(10))));
    EXPECT_EQ(store->List({}).status(), absl::OkStatus());  // reads go on
  }
  clock_.Advance(WriteHealth::kFresh);
  EXPECT_TRUE(store->CanWrite(absl::Seconds(10)).ok());
}

TEST_F(SqliteStoreTest, AStartOnAFullDiskRaisesNoTerm) {
  const int64_t term = Open()->Term();
  {
    tests::FullDisk full;
    EXPECT_EQ(SqliteStore::Open(file_, clock_).status().code(), absl::StatusCode::kUnavailable);
  }
  EXPECT_EQ(Open()->Term(), term + 1);
}

TEST_F(SqliteStoreTest, FinishesWhatWaitsBeforeItEnds) {
  int ended = 0;
  {
    auto store = Open();
    for (int i = 0; i < 100; ++i) {
      store->Accept(Record(absl::StrCat("r-", i)),
                    [&](absl::StatusOr<Accepted> accepted) { ended += accepted.ok() ? 1 : 0; });
    }
  }
  EXPECT_EQ(ended, 100);
}

}  // namespace
}  // namespace collie::relay
