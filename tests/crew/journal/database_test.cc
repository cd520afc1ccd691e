#include "crew/journal/database.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "tests/fakes/store/full_disk.h"
#include "tests/support/temporary_folder.h"

namespace collie::journal {
namespace {

using ::testing::HasSubstr;

const char kNotes[] = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)";

class DatabaseTest : public testing::Test {
 protected:
  std::unique_ptr<Database> Open(const std::vector<std::string>& migrations = {kNotes}) {
    absl::StatusOr<std::unique_ptr<Database>> database = Database::Open(file_, migrations);
    EXPECT_TRUE(database.ok()) << database.status();
    return database.ok() ? *std::move(database) : nullptr;
  }

  static int64_t Number(Database& database, const std::string& sql) {
    absl::StatusOr<Statement> statement = database.Prepare(sql);
    EXPECT_TRUE(statement.ok()) << statement.status();
    absl::StatusOr<bool> row = statement->Step();
    EXPECT_TRUE(row.ok() && *row) << row.status();
    return statement->Int(0);
  }

  static mode_t Mode(const std::filesystem::path& file) {
    struct stat found = {};
    EXPECT_EQ(stat(file.c_str(), &found), 0) << file;
    return found.st_mode & 07777;
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "notes.db";
};

TEST_F(DatabaseTest, KeepsWhatWasWritten) {
  const std::string bytes("\0\xff\0", 3);
  {
    auto database = Open();
    auto insert = database->Prepare("INSERT INTO notes (id, text, bytes) VALUES (?, ?, ?)");
    ASSERT_TRUE(insert.ok());
    ASSERT_TRUE(insert->Bind(1, int64_t{1} << 40).Bind(2, "Grüße").BindBlob(3, bytes).Run().ok());
    EXPECT_EQ(database->Changes(), 1);
  }
  auto database = Open();
  auto select = database->Prepare("SELECT id, text, bytes FROM notes");
  ASSERT_TRUE(select.ok());
  ASSERT_TRUE(*select->Step());
  EXPECT_EQ(select->Int(0), int64_t{1} << 40);
  EXPECT_EQ(select->Text(1), "Grüße");
  EXPECT_EQ(select->Blob(2), bytes);
  EXPECT_FALSE(*select->Step());
}

TEST_F(DatabaseTest, TellsEmptyFromNull) {
  auto database = Open();
  auto insert = database->Prepare("INSERT INTO notes (text, bytes) VALUES (?, ?)");
  ASSERT_TRUE(insert->Bind(1, std::string_view()).BindBlob(2, std::string_view()).Run().ok());
  EXPECT_EQ(Number(*database, "SELECT text IS NULL OR bytes IS NULL FROM notes"), 0);
}

TEST_F(DatabaseTest, RunsAStatementAgainWithOtherValues) {
  auto database = Open();
  auto insert = database->Prepare("INSERT INTO notes (id) VALUES (?)");
  for (int id = 1; id <= 3; ++id) ASSERT_TRUE(insert->Bind(1, id).Run().ok());
  EXPECT_EQ(Number(*database, "SELECT SUM(id) FROM notes"), 6);
}

TEST_F(DatabaseTest, SaysAWrongUseOnceAndNamesTheFile) {
  auto database = Open();
  auto insert = database->Prepare("INSERT INTO notes (id) VALUES (?)");
  absl::Status status = insert->Bind(9, 1).Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), HasSubstr(file_.string()));
  EXPECT_TRUE(insert->Bind(1, 1).Run().ok());
  EXPECT_EQ(database->Prepare("SELECT nothing FROM nowhere").status().code(),
            absl::StatusCode::kInternal);
}

TEST_F(DatabaseTest, IsDurableAndKeepsForeignKeys) {
  auto database = Open();
  EXPECT_EQ(Number(*database, "PRAGMA synchronous"), 2);  // FULL
  EXPECT_EQ(Number(*database, "PRAGMA foreign_keys"), 1);
  auto quick = Database::Open(folder_.path() / "quick.db", {}, Database::Durability::kNormal);
  ASSERT_TRUE(quick.ok());
  EXPECT_EQ(Number(**quick, "PRAGMA synchronous"), 1);  // NORMAL
}

TEST_F(DatabaseTest, KeepsItsFilesPrivate) {
  mode_t before = umask(0);
  auto database = Open();
  umask(before);
  ASSERT_TRUE(database->Run("INSERT INTO notes (id) VALUES (1)").ok());
  EXPECT_EQ(Mode(file_), 0600u);
  EXPECT_EQ(Mode(file_.string() + "-wal"), 0600u);
  EXPECT_EQ(Mode(file_.string() + "-shm"), 0600u);
}

TEST_F(DatabaseTest, ClosesAFileThatWasOpenToOthers) {
  { Open(); }
  ASSERT_EQ(chmod(file_.c_str(), 0644), 0);
  Open();
  EXPECT_EQ(Mode(file_), 0600u);
}

TEST_F(DatabaseTest, BringsAnOldSchemaForwardAndKeepsItsRows) {
  ASSERT_TRUE(Open()->Run("INSERT INTO notes (id) VALUES (7)").ok());
  auto database = Open({kNotes, "ALTER TABLE notes ADD COLUMN stars INTEGER NOT NULL DEFAULT 3"});
  EXPECT_EQ(Number(*database, "SELECT id * 10 + stars FROM notes"), 73);
  EXPECT_EQ(Number(*database, "PRAGMA user_version"), 2);
}

TEST_F(DatabaseTest, LeavesAWholeVersionWhenAStepFails) {
  { Open(); }
  auto failed = Database::Open(file_, {kNotes, "CREATE TABLE half (id INTEGER); CREATE garbage"});
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kInternal);
  auto database = Open();
  EXPECT_EQ(Number(*database, "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'half'"), 0);
}

TEST_F(DatabaseTest, RefusesTheFileOfANewerProgram) {
  { Open({kNotes, "CREATE TABLE more (id INTEGER)"}); }
  auto refused = Database::Open(file_, {kNotes});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("update this program"));
}

TEST_F(DatabaseTest, SaysThatAFileIsDamaged) {
  std::ofstream(file_) << std::string(8192, 'x');
  auto damaged = Database::Open(file_, {kNotes});
  EXPECT_EQ(damaged.status().code(), absl::StatusCode::kDataLoss) << damaged.status();
}

TEST_F(DatabaseTest, SaysThatAFolderIsMissing) {
  auto missing = Database::Open(folder_.path() / "nowhere" / "notes.db", {kNotes});
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(missing.status().message()), HasSubstr("nowhere"));
}

TEST_F(DatabaseTest, ReaderSeesCommitsAndCannotWrite) {
  auto database = Open();
  auto reader = Database::OpenReader(file_);
  ASSERT_TRUE(reader.ok()) << reader.status();
  ASSERT_TRUE(database->Run("BEGIN; INSERT INTO notes (id) VALUES (1)").ok());
  EXPECT_EQ(Number(**reader, "SELECT COUNT(*) FROM notes"), 0);
  ASSERT_TRUE(database->Run("COMMIT").ok());
  EXPECT_EQ(Number(**reader, "SELECT COUNT(*) FROM notes"), 1);
  EXPECT_EQ((*reader)->Run("DELETE FROM notes").code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(Number(*database, "SELECT COUNT(*) FROM notes"), 1);
}

TEST_F(DatabaseTest, SaysThatAnotherWriterIsInTheWay) {
  auto first = Open();
  auto second = Open();
  ASSERT_TRUE(first->Run("BEGIN IMMEDIATE").ok());
  EXPECT_EQ(second->Run("BEGIN IMMEDIATE").code(), absl::StatusCode::kUnavailable);
  ASSERT_TRUE(first->Run("ROLLBACK").ok());
  EXPECT_TRUE(second->Run("BEGIN IMMEDIATE").ok());
}

TEST_F(DatabaseTest, SaysThatTheDiskIsFullAndGoesOnOnceItIsNot) {
  auto database = Open();
  {
    tests::FullDisk full;
    EXPECT_EQ(database->Run("INSERT INTO notes (id) VALUES (1)").code(),
              absl::StatusCode::kUnavailable);
  }
  EXPECT_EQ(Number(*database, "SELECT COUNT(*) FROM notes"), 0);
  EXPECT_TRUE(database->Run("INSERT INTO notes (id) VALUES (1)").ok());
}

TEST_F(DatabaseTest, ACopyOfTheFileIsWholeAfterACleanEnd) {
  auto writer = Open();
  auto reader = Database::OpenReader(file_);
  ASSERT_TRUE(reader.ok()) << reader.status();
  ASSERT_TRUE(writer->Run("INSERT INTO notes VALUES (1, 'kept', x'')").ok());
  EXPECT_EQ(Number(**reader, "SELECT count(*) FROM notes"), 1);
  writer.reset();

  const std::filesystem::path copy = folder_.path() / "copy.db";
  std::filesystem::copy_file(file_, copy);
  auto restored = Database::OpenReader(copy);
  ASSERT_TRUE(restored.ok()) << restored.status();
  EXPECT_EQ(Number(**restored, "SELECT count(*) FROM notes"), 1);
}

}  // namespace
}  // namespace collie::journal
