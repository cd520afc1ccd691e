#include "crew/journal/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/fault/fault_point.h"
#include "crew/files/folder.h"
#include "crew/journal/migrations.h"
#include "crew/journal/sqlite_error.h"
#include "crew/journal/statement_cache.h"
#include "crew/status/status_macros.h"

namespace collie::journal {
namespace {

// How long a writer waits for another connection's transaction before it says UNAVAILABLE.
constexpr int kBusyMs = 500;

absl::Status FileError(const std::filesystem::path& file, int error) {
  return SqliteError(SQLITE_CANTOPEN, file.string(), std::strerror(error));
}

// A new file's name is durable only once its folder is.
absl::Status SyncFolder(const std::filesystem::path& file) {
  const int error = files::SyncFolder(file.parent_path());
  return error == 0 ? absl::OkStatus() : FileError(file, error);
}

// Makes the file private before SQLite writes a byte; its -wal and -shm files take its mode over.
// An existing file is not opened here: closing it again would drop the locks that this process's
// other connections hold on it.
absl::Status MakePrivateFile(const std::filesystem::path& file) {
  int fd = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0) {
    close(fd);
    return SyncFolder(file);
  }
  if (errno != EEXIST) return FileError(file, errno);
  struct stat found = {};
  if (stat(file.c_str(), &found) != 0) return FileError(file, errno);
  if ((found.st_mode & 077) != 0 && chmod(file.c_str(), 0600) != 0) return FileError(file, errno);
  return absl::OkStatus();
}

}  // namespace

Database::Database(sqlite3* handle)
    : handle_(handle), statements_(std::make_shared<StatementCache>()) {}

// A statement that outlives its database keeps the handle as a zombie until it ends too.
Database::~Database() {
  statements_.reset();
  // SQLite itself does this only when the last connection closes, which may be one that only reads.
  // If it fails, the log stays and is read at the next start.
  if (sqlite3_db_readonly(handle_, "main") == 0) {
    sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  }
  sqlite3_close_v2(handle_);
}

absl::StatusOr<std::unique_ptr<Database>> Database::Connect(const std::filesystem::path& file,
                                                            int flags) {
  sqlite3* handle = nullptr;
  int code = sqlite3_open_v2(file.c_str(), &handle,
                             flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  std::unique_ptr<Database> database(new Database(handle));
  if (code != SQLITE_OK) return SqliteError(code, file.string(), sqlite3_errstr(code));
  sqlite3_busy_timeout(handle, kBusyMs);
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::Open(const std::filesystem::path& file,
                                                         const std::vector<std::string>& migrations,
                                                         Durability durability) {
  COLLIE_RETURN_IF_ERROR(MakePrivateFile(file));
  COLLIE_ASSIGN_OR_RETURN(auto database, Connect(file, SQLITE_OPEN_READWRITE));
  COLLIE_RETURN_IF_ERROR(database->Configure(durability));
  COLLIE_RETURN_IF_ERROR(BringForward(*database, file, migrations));
  return database;
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenReader(const std::filesystem::path& file) {
  COLLIE_ASSIGN_OR_RETURN(auto database, Connect(file, SQLITE_OPEN_READONLY));
  COLLIE_RETURN_IF_ERROR(database->Run("PRAGMA query_only=ON"));
  return database;
}

absl::Status Database::Configure(Durability durability) {
  COLLIE_ASSIGN_OR_RETURN(Statement mode, Prepare("PRAGMA journal_mode=WAL"));
  COLLIE_RETURN_IF_ERROR(mode.Step().status());
  if (mode.Text(0) != "wal") {
    return SqliteError(SQLITE_CANTOPEN, sqlite3_db_filename(handle_, "main"),
                       "this file system has no write-ahead log");
  }
  return Run(absl::StrCat("PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;",
                          "PRAGMA journal_size_limit=16777216; PRAGMA synchronous=",
                          durability == Durability::kFull ? "FULL" : "NORMAL"));
}

absl::Status Database::Run(std::string_view sql) {
  int code = sqlite3_exec(handle_, std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return absl::OkStatus();
  return SqliteError(code, sqlite3_db_filename(handle_, "main"), sqlite3_errmsg(handle_));
}

absl::Status Database::RunKept(std::string_view sql) {
  COLLIE_ASSIGN_OR_RETURN(Statement statement, Prepare(sql));
  return statement.Run();
}

absl::Status Database::Transact(const std::function<absl::Status(Database&)>& change) {
  COLLIE_RETURN_IF_ERROR(RunKept("BEGIN IMMEDIATE"));
  absl::Status status = change(*this);
  if (status.ok()) {
    fault::Point("journal.commit");
    status = RunKept("COMMIT");
  }
  // A commit that failed leaves the transaction open, unless SQLite ended it by itself.
  if (InTransaction()) Run("ROLLBACK").IgnoreError();
  return status;
}

absl::StatusOr<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = statements_->Take(sql);
  if (statement != nullptr) return Statement(handle_, statement, statements_);
  int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) {
    return SqliteError(code, sqlite3_db_filename(handle_, "main"), sqlite3_errmsg(handle_));
  }
  return Statement(handle_, statement, statements_);
}

int64_t Database::Changes() const { return sqlite3_changes64(handle_); }

bool Database::InTransaction() const { return sqlite3_get_autocommit(handle_) == 0; }

}  // namespace collie::journal
