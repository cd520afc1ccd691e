// A start reads what it needs: its time does not grow with the attempts and conversations that
// there were. COLLIE_HISTORY=4000000 measures a long life (make soak).
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "crew/journal/database.h"
#include "edge/store/edge_schema.h"
#include "edge/store/sqlite_edge_store.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

constexpr int64_t kHistory = 100'000;
constexpr int kPending = 100;  // results that the relay has not acknowledged
constexpr absl::Duration kMost = absl::Seconds(2);

int64_t History() {
  const char* named = std::getenv("COLLIE_HISTORY");
  return named == nullptr ? kHistory : std::atoll(named);
}

class EdgeStartTimeTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteEdgeStore> Open() {
    auto store = SqliteEdgeStore::Open(file_, clock_, ids::SystemRandom());
    EXPECT_TRUE(store.ok()) << store.status();
    return *std::move(store);
  }

  static void Settle(SqliteEdgeStore& store, int number) {
    AttemptRecord record;
    record.command.mutable_request()->set_request_id(absl::StrCat("r-", number));
    *record.command.mutable_request()->mutable_conversation() =
        ids::ConversationKey{"deck", "hello", absl::StrCat("p-", number)}.ToProto();
    record.command.set_attempt(1);
    record.command.mutable_fence()->set_term(3);
    record.command.mutable_fence()->set_number(number + 1);
    record.epoch = ids::Epoch("e-1");
    ASSERT_TRUE(store.Begin(record).ok());
    v1::ActResult result;
    result.set_request_id(record.command.request().request_id());
    result.set_attempt(1);
    result.set_state(v1::ATTEMPT_STATE_DONE);
    result.set_outcome(v1::OUTCOME_SENT);
    ASSERT_TRUE(store.Finish(result).ok());
  }

  // So many acknowledged attempts more, each of a conversation of its own.
  void AddHistory(int64_t rows) {
    auto database = journal::Database::Open(file_, EdgeMigrations());
    ASSERT_TRUE(database.ok());
    const std::string numbers = absl::StrCat(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ", rows, ") ");
    const absl::Status added = (*database)->Run(absl::StrCat(
        "PRAGMA synchronous=OFF; DROP TRIGGER attempts_counted; "
        "INSERT INTO attempts (request_id, attempt, begun_at, settled_as, outcome, acknowledged, "
        "address, epoch, command, result, source) ",
        numbers,
        "SELECT 'old-' || i, 1, begun_at - i, i + 1000000, 4, 1, address, epoch, command, result, "
        "source FROM n, attempts WHERE request_id = 'r-0'; INSERT INTO fences ",
        numbers, "SELECT 'deck', 'hello', 'old-' || i, 1 + (i & 1), i FROM n"));
    ASSERT_TRUE(added.ok()) << added;
  }

  // What a start of the edge reads, and how long it takes.
  absl::Duration Start() {
    const auto begun = std::chrono::steady_clock::now();
    auto store = Open();
    EXPECT_EQ(store->Standing().highest_term, 3);
    EXPECT_EQ(store->Unacknowledged()->size(), static_cast<size_t>(kPending));
    return absl::FromChrono(std::chrono::steady_clock::now() - begun);
  }

  tests::TemporaryFolder folder_;
  tests::SimulatedClock clock_;
  const std::filesystem::path file_ = folder_.path() / "edge.db";
};

TEST_F(EdgeStartTimeTest, DoesNotGrowWithTheHistory) {
  {
    auto store = Open();
    for (int i = 0; i < kPending; ++i) Settle(*store, i);
  }
  Start();
  const absl::Duration young = Start();
  AddHistory(History());
  Start();  // the first one after so many writes brings the log into the file
  const absl::Duration old = Start();
  std::printf("start with %d attempts: %.1f ms, with %lld: %.1f ms\n", kPending,
              absl::ToDoubleMilliseconds(young), static_cast<long long>(History()),
              absl::ToDoubleMilliseconds(old));
  EXPECT_LT(old, kMost);
  EXPECT_LT(old, 4 * young + absl::Milliseconds(50));
}

}  // namespace
}  // namespace collie::edge
