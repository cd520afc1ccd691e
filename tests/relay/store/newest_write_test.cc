#include "relay/store/newest_write.h"

#include <gtest/gtest.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "relay/store/sqlite_schema.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using journal::Database;

class NewestWriteTest : public testing::Test {
 protected:
  NewestWriteTest() : writer_(Open()) {}

  std::unique_ptr<Database> Open() {
    auto database = Database::Open(folder_.path() / "relay.db", StoreMigrations());
    EXPECT_TRUE(database.ok()) << database.status();
    return *std::move(database);
  }
  void SetNewest(int64_t term) {
    const absl::Status set = writer_.Run([term](Database& database) {
      return database.Run(absl::StrCat("UPDATE newest_relay SET term = ", term));
    });
    ASSERT_TRUE(set.ok()) << set;
  }
  // What a write by the relay of this term ends with; `ran` tells whether its change ran.
  absl::StatusOr<int> WriteBy(int64_t term, bool& ran, absl::Status end = absl::OkStatus()) {
    absl::StatusOr<int> result = absl::InternalError("not done");
    absl::Notification done;
    WriteAsNewest<int>(
        writer_, term,
        [&](Database&) -> absl::StatusOr<int> {
          ran = true;
          if (!end.ok()) return end;
          return 7;
        },
        [&](absl::StatusOr<int> written) {
          result = std::move(written);
          done.Notify();
        });
    done.WaitForNotification();
    return result;
  }

  tests::TemporaryFolder folder_;
  journal::GroupCommit writer_;
};

TEST_F(NewestWriteTest, TheNewestRelayWrites) {
  SetNewest(3);
  bool ran = false;
  EXPECT_EQ(*WriteBy(3, ran), 7);
  EXPECT_TRUE(ran);
}

TEST_F(NewestWriteTest, Rule18NoOtherTermRunsItsChange) {
  SetNewest(3);
  for (const int64_t term : {2, 4}) {
    bool ran = false;
    EXPECT_EQ(WriteBy(term, ran).status().code(), absl::StatusCode::kAborted) << term;
    EXPECT_FALSE(ran) << term;
  }
}

TEST_F(NewestWriteTest, TheErrorOfTheChangeIsHandedOn) {
  SetNewest(3);
  bool ran = false;
  EXPECT_EQ(WriteBy(3, ran, absl::NotFoundError("none")).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(NewestWriteTest, AStoreWithoutItsTermIsDamaged) {
  auto database = Open();
  ASSERT_TRUE(database->Run("DELETE FROM newest_relay").ok());
  EXPECT_EQ(NewestTerm(*database).status().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace collie::relay
