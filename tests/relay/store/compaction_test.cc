// What the relay's store forgets, and what it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "crew/retention/share.h"
#include "relay/store/sqlite_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr absl::Duration kDay = absl::Hours(24);

class CompactionTest : public testing::Test {
 protected:
  CompactionTest() { Restart(); }

  void Restart() {
    store_.reset();
    auto store = SqliteStore::Open(file_, clock_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  // An act that was accepted now; written once a later Put or Raise is.
  void Write(const std::string& id, ActPhase phase) {
    ActRecord record;
    record.request.set_request_id(id);
    record.receipt.set_request_id(id);
    *record.receipt.mutable_conversation() = ids::ConversationKey{"deck", "hello", "p"}.ToProto();
    store_->Accept(record, [](absl::StatusOr<Accepted> accepted) { EXPECT_TRUE(accepted.ok()); });
    const auto change = [phase](ActRecord& stored) {
      stored.phase = phase;
      return true;
    };
    store_->Update(id, change,
                   [](absl::StatusOr<ActRecord> written) { EXPECT_TRUE(written.ok()); });
  }

  void Put(const std::string& id, ActPhase phase = ActPhase::kSettled) {
    Write(id, phase);
    ASSERT_TRUE(store_->CountService().ok());  // after the writes before it
  }

  void Raise(const std::string& ask_key) {
    absl::Notification ended;
    store_->RaiseAskCount(ask_key, [&](absl::StatusOr<int64_t> count) {
      EXPECT_TRUE(count.ok());
      ended.Notify();
    });
    ended.WaitForNotification();
  }

  void Compact(absl::Duration age) { ASSERT_TRUE(store_->Compact(age).ok()); }
  bool Has(const std::string& id) { return store_->Find(id).ok(); }

  std::vector<std::string> Listed() {
    ReceiptQuery query;
    query.limit = 500;
    std::vector<std::string> ids;
    const std::vector<v1::Receipt> receipts = *store_->List(query);
    for (const v1::Receipt& receipt : receipts) ids.push_back(receipt.request_id());
    return ids;
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "relay.db";
  std::unique_ptr<SqliteStore> store_;
};

TEST_F(CompactionTest, ForgetsOnlyWhatIsSettledAndOld) {
  Put("old");
  Put("held", ActPhase::kDispatched);
  Raise("old ask");
  clock_.Advance(kDay);
  Put("young");
  Raise("young ask");

  Compact(absl::Hours(1));
  EXPECT_THAT(Listed(), ElementsAre("young", "held"));
  EXPECT_THAT(*store_->AskCounts(), ElementsAre(Pair("young ask", 1)));
}

TEST_F(CompactionTest, OnePassForgetsABoundedShare) {
  const auto id = [](int64_t number) { return absl::StrCat("old-", number); };
  for (int64_t i = 0; i < 2 * retention::kBatch + 10; ++i) Write(id(i), ActPhase::kSettled);
  Raise("ask");
  clock_.Advance(kDay);
  Compact(absl::Hours(1));
  EXPECT_FALSE(Has(id(retention::kBatch - 1)));
  EXPECT_TRUE(Has(id(retention::kBatch)));
  Compact(absl::Hours(1));
  EXPECT_FALSE(Has(id(2 * retention::kBatch - 1)));
  EXPECT_TRUE(Has(id(2 * retention::kBatch)));
  Compact(absl::Hours(1));
  EXPECT_THAT(Listed(), IsEmpty());
}

TEST_F(CompactionTest, AWallClockThatRanAheadForgetsNothing) {
  Put("kept");
  Raise("ask");
  clock_.JumpWall(500 * kDay);
  clock_.Advance(absl::Minutes(1));
  ASSERT_TRUE(store_->CountService().ok());
  Compact(400 * kDay);
  EXPECT_THAT(Listed(), ElementsAre("kept"));
  EXPECT_THAT(*store_->AskCounts(), ElementsAre(Pair("ask", 1)));
}

TEST_F(CompactionTest, AWallClockThatWasBehindForgetsNothingOnceItIsRight) {
  clock_.JumpWall(-500 * kDay);
  Put("kept");
  clock_.JumpWall(500 * kDay);
  Compact(400 * kDay);
  EXPECT_THAT(Listed(), ElementsAre("kept"));
}

TEST_F(CompactionTest, AnAskThatWasRaisedOnceMoreIsYoungByBothAges) {
  Raise("ask");
  clock_.Advance(kDay);
  ASSERT_TRUE(store_->CountService().ok());
  Raise("ask");
  clock_.JumpWall(kDay);
  Compact(absl::Hours(1));
  EXPECT_THAT(*store_->AskCounts(), ElementsAre(Pair("ask", 2)));
}

TEST_F(CompactionTest, TheTimeServedLastsOverRestarts) {
  Put("old");
  for (int i = 0; i < 3; ++i) {
    clock_.Advance(kDay);
    ASSERT_TRUE(store_->CountService().ok());
    Restart();
  }
  Compact(3 * kDay + absl::Hours(1));
  EXPECT_THAT(Listed(), ElementsAre("old"));
  Compact(3 * kDay - absl::Hours(1));
  EXPECT_THAT(Listed(), IsEmpty());
}

}  // namespace
}  // namespace collie::relay
