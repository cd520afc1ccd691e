#include "crew/journal/statement_cache.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <optional>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "crew/journal/database.h"
#include "tests/support/temporary_folder.h"

namespace collie::journal {
namespace {

class StatementCacheTest : public testing::Test {
 protected:
  StatementCacheTest() { EXPECT_EQ(sqlite3_open(":memory:", &handle_), SQLITE_OK); }
  ~StatementCacheTest() override {
    cache_.reset();
    EXPECT_EQ(sqlite3_close(handle_), SQLITE_OK) << "a statement was not finalized";
  }

  sqlite3_stmt* Prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr), SQLITE_OK);
    return statement;
  }

  sqlite3* handle_ = nullptr;
  std::optional<StatementCache> cache_{std::in_place};
};

TEST_F(StatementCacheTest, GivesOutWhatWasKeptOnce) {
  sqlite3_stmt* statement = Prepare("SELECT 1");
  cache_->Keep(statement);
  EXPECT_EQ(cache_->Take("SELECT 2"), nullptr);
  EXPECT_EQ(cache_->Take("SELECT 1"), statement);
  EXPECT_EQ(cache_->Take("SELECT 1"), nullptr);
  cache_->Keep(statement);
}

TEST_F(StatementCacheTest, ForgetsWhatWasBoundAndRead) {
  sqlite3_stmt* statement = Prepare("SELECT ?");
  sqlite3_bind_int(statement, 1, 7);
  ASSERT_EQ(sqlite3_step(statement), SQLITE_ROW);
  cache_->Keep(statement);
  statement = cache_->Take("SELECT ?");
  ASSERT_EQ(sqlite3_step(statement), SQLITE_ROW);
  EXPECT_EQ(sqlite3_column_type(statement, 0), SQLITE_NULL);
  cache_->Keep(statement);
}

TEST_F(StatementCacheTest, KeepsABoundedNumberAndOneOfEachText) {
  cache_->Keep(Prepare("SELECT 'twice'"));
  cache_->Keep(Prepare("SELECT 'twice'"));
  for (size_t i = 0; i < 2 * StatementCache::kKept; ++i) {
    cache_->Keep(Prepare(absl::StrCat("SELECT ", i)));
  }
  size_t kept = 0;
  for (size_t i = 0; i < 2 * StatementCache::kKept; ++i) {
    sqlite3_stmt* statement = cache_->Take(absl::StrCat("SELECT ", i));
    kept += statement == nullptr ? 0 : 1;
    sqlite3_finalize(statement);
  }
  EXPECT_EQ(kept, StatementCache::kKept - 1);
}

class KeptStatementTest : public testing::Test {
 protected:
  std::unique_ptr<Database> Open() {
    auto database = Database::Open(folder_.path() / "notes.db",
                                   {"CREATE TABLE notes (id INTEGER PRIMARY KEY)"});
    EXPECT_TRUE(database.ok()) << database.status();
    return *std::move(database);
  }

  tests::TemporaryFolder folder_;
};

TEST_F(KeptStatementTest, AReadThatWasLeftInTheMiddleHoldsNoTransaction) {
  auto database = Open();
  ASSERT_TRUE(database->Run("INSERT INTO notes VALUES (1), (2)").ok());
  {
    auto select = database->Prepare("SELECT id FROM notes");
    ASSERT_TRUE(select.ok() && *select->Step());
  }
  ASSERT_TRUE(database->Run("INSERT INTO notes VALUES (3)").ok());
  auto checkpoint = database->Prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  ASSERT_TRUE(checkpoint.ok() && *checkpoint->Step());
  EXPECT_EQ(checkpoint->Int(0), 0) << "something still reads an older state";
}

TEST_F(KeptStatementTest, TwoUsersOfOneTextReadApart) {
  auto database = Open();
  ASSERT_TRUE(database->Run("INSERT INTO notes VALUES (1), (2)").ok());
  auto first = database->Prepare("SELECT id FROM notes ORDER BY id");
  auto second = database->Prepare("SELECT id FROM notes ORDER BY id");
  ASSERT_TRUE(*first->Step() && *first->Step() && *second->Step());
  EXPECT_EQ(first->Int(0), 2);
  EXPECT_EQ(second->Int(0), 1);
}

TEST_F(KeptStatementTest, AStatementMayEndAfterItsDatabase) {
  auto database = Open();
  auto select = database->Prepare("SELECT 1");
  ASSERT_TRUE(select.ok());
  database.reset();
}

}  // namespace
}  // namespace collie::journal
