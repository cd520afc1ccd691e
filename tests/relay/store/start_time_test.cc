// A start reads what it needs: its time does not grow with the receipts that there are.
// COLLIE_HISTORY=4000000 measures a long life (make soak).
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

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

constexpr int64_t kHistory = 100'000;
constexpr int kOpen = 100;  // of each kind that a start has to find
constexpr absl::Duration kMost = absl::Seconds(2);

int64_t History() {
  const char* named = std::getenv("COLLIE_HISTORY");
  return named == nullptr ? kHistory : std::atoll(named);
}

class StartTimeTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteStore> Open() {
    auto store = SqliteStore::Open(file_, clock_);
    EXPECT_TRUE(store.ok()) << store.status();
    return *std::move(store);
  }

  void Put(SqliteStore& store, const std::string& id, ActPhase phase, v1::Outcome outcome) {
    ActRecord record;
    record.phase = phase;
    record.payload = std::string(32, 'p');
    record.request.set_request_id(id);
    record.request.mutable_send()->set_text("go on, and tell me when it is done");
    record.receipt.set_request_id(id);
    record.receipt.set_act(v1::ACT_KIND_SEND);
    record.receipt.set_outcome(outcome);
    *record.receipt.mutable_conversation() = ids::ConversationKey{"deck", "hello", "p"}.ToProto();
    *record.request.mutable_conversation() = record.receipt.conversation();
    *record.receipt.mutable_accepted_at() = receipt::ToTimestamp(clock_.Wall());
    absl::Notification done;
    store.Accept(record, [&](absl::StatusOr<Accepted>) { done.Notify(); });
    done.WaitForNotification();
  }

  // So many settled receipts more, of a thousand conversations.
  void AddHistory(int64_t rows) {
    auto database = journal::Database::Open(file_, StoreMigrations());
    ASSERT_TRUE(database.ok());
    ASSERT_TRUE((*database)->Run("PRAGMA synchronous=OFF; DROP TRIGGER acts_counted").ok());
    const absl::Status added = (*database)->Run(absl::StrCat(
        "INSERT INTO acts (member, source, pane, phase, outcome, attempt, fence_term, "
        "fence_number, request, receipt, edge_store, epoch, address_id, unhealed, request_id, "
        "accepted_at, payload) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "WHERE i < ",
        rows,
        ") SELECT member, source, 'pane-' || (i % 1000), 3, 4, 1, 1, i, request, receipt, 's', "
        "'e', 'a', 0, 'old-' || i, accepted_at - i, payload FROM n, acts WHERE request_id = "
        "'sent-0'"));
    ASSERT_TRUE(added.ok()) << added;
  }

  // What a start of the relay reads, and how long it takes.
  absl::Duration Start() {
    const auto begun = std::chrono::steady_clock::now();
    auto store = Open();
    EXPECT_EQ(store->Unsettled().size(), static_cast<size_t>(kOpen));
    const auto unhealed = store->Unhealed(clock_.Wall() - absl::Hours(48), 10'000);
    EXPECT_TRUE(unhealed.ok() && unhealed->size() == 2 * kOpen);
    return absl::FromChrono(std::chrono::steady_clock::now() - begun);
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "relay.db";
};

TEST_F(StartTimeTest, DoesNotGrowWithTheHistory) {
  {
    auto store = Open();
    for (int i = 0; i < kOpen; ++i) {
      Put(*store, absl::StrCat("sent-", i), ActPhase::kSettled, v1::OUTCOME_SENT);
      Put(*store, absl::StrCat("unknown-", i), ActPhase::kSettled, v1::OUTCOME_UNKNOWN);
      Put(*store, absl::StrCat("away-", i), ActPhase::kDispatched, v1::OUTCOME_PENDING);
    }
  }
  Start();
  const absl::Duration young = Start();
  AddHistory(History());
  Start();  // the first one after so many writes brings the log into the file
  const absl::Duration old = Start();
  std::printf("start with %d receipts: %.1f ms, with %lld: %.1f ms\n", 3 * kOpen,
              absl::ToDoubleMilliseconds(young), static_cast<long long>(History()),
              absl::ToDoubleMilliseconds(old));
  EXPECT_LT(old, kMost);
  EXPECT_LT(old, 4 * young + absl::Milliseconds(50));
}

}  // namespace
}  // namespace collie::relay
