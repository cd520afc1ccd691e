#ifndef COLLIE_CREW_JOURNAL_DATABASE_H_
#define COLLIE_CREW_JOURNAL_DATABASE_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct sqlite3;
struct sqlite3_stmt;

namespace collie::journal {

class StatementCache;

// One prepared statement. Binds by position from 1, steps through rows, reads columns from 0. Once
// it has no more rows (or failed) it may be bound and run again. It ends with its Database at the
// latest. Not thread-safe.
class Statement {
 public:
  // Goes back to `cache` in the end, while that is there.
  Statement(sqlite3* database, sqlite3_stmt* statement, std::weak_ptr<StatementCache> cache);
  Statement(Statement&&) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  Statement& Bind(int position, int64_t value);
  Statement& Bind(int position, std::string_view text);
  Statement& BindBlob(int position, std::string_view bytes);

  // True: a row is there. False: no more. Errors: UNAVAILABLE (the disk is full, read-only or slow
  // to lock: nothing is lost, try later), DATA_LOSS (the file is damaged), INTERNAL (a bug). The
  // sentence names the file.
  absl::StatusOr<bool> Step();
  // Steps to the end; for statements without rows.
  absl::Status Run();

  int64_t Int(int column) const;
  std::string Text(int column) const;
  std::string Blob(int column) const;

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_;
  std::weak_ptr<StatementCache> cache_;
  absl::Status bound_;
};

// One SQLite connection: WAL, synchronous=FULL, foreign keys on, file 0600. Not thread-safe: one
// connection a thread.
class Database {
 public:
  enum class Durability { kFull, kNormal };  // kNormal: a power cut may lose the newest commits

  // Opens or makes the file and brings its schema forward: `migrations[i]` is the SQL that leads
  // from schema version i to i + 1, each run in a transaction of its own. Errors:
  // FAILED_PRECONDITION (the file was written by a newer program: update this one), UNAVAILABLE,
  // DATA_LOSS.
  static absl::StatusOr<std::unique_ptr<Database>> Open(const std::filesystem::path& file,
                                                        const std::vector<std::string>& migrations,
                                                        Durability durability = Durability::kFull);
  // A second connection that only reads, to a file that Open has prepared.
  static absl::StatusOr<std::unique_ptr<Database>> OpenReader(const std::filesystem::path& file);

  // Brings what was written into the file itself, so that after a clean end a copy of the file is
  // whole without its -wal.
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Runs SQL without results; several statements too.
  absl::Status Run(std::string_view sql);
  // The same for one statement that is run often: it stays prepared.
  absl::Status RunKept(std::string_view sql);
  // Runs `change` in a transaction of its own that writes (BEGIN IMMEDIATE) and commits it; with an
  // error, of the change or of the commit, nothing of it is there.
  absl::Status Transact(const std::function<absl::Status(Database&)>& change);
  // Prepares one statement, or takes one that was prepared before: cheap enough to call each time.
  absl::StatusOr<Statement> Prepare(std::string_view sql);
  // Rows changed by the last statement.
  int64_t Changes() const;
  // Whether a transaction is open. SQLite ends one by itself when the disk fails under it.
  bool InTransaction() const;

 private:
  explicit Database(sqlite3* handle);
  // Opens the file with SQLite's `flags` and gives the connection its patience.
  static absl::StatusOr<std::unique_ptr<Database>> Connect(const std::filesystem::path& file,
                                                           int flags);
  absl::Status Configure(Durability durability);

  sqlite3* handle_;
  std::shared_ptr<StatementCache> statements_;  // ends before the handle
};

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_DATABASE_H_
