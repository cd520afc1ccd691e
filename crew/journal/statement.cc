#include <sqlite3.h>

#include <utility>

#include "crew/journal/database.h"
#include "crew/journal/sqlite_error.h"
#include "crew/journal/statement_cache.h"

namespace collie::journal {
namespace {

absl::Status ErrorOf(sqlite3* database, int code) {
  const char* file = sqlite3_db_filename(database, "main");
  return SqliteError(code, file != nullptr ? file : "", sqlite3_errmsg(database));
}

// SQLite takes a null pointer for NULL; an empty text or blob is not NULL.
const char* Data(std::string_view bytes) { return bytes.empty() ? "" : bytes.data(); }

}  // namespace

Statement::Statement(sqlite3* database, sqlite3_stmt* statement,
                     std::weak_ptr<StatementCache> cache)
    : database_(database), statement_(statement), cache_(std::move(cache)) {}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      cache_(std::move(other.cache_)),
      bound_(std::move(other.bound_)) {}

Statement::~Statement() {
  const auto cache = cache_.lock();
  if (cache != nullptr) {
    cache->Keep(statement_);
  } else {
    sqlite3_finalize(statement_);
  }
}

Statement& Statement::Bind(int position, int64_t value) {
  int code = sqlite3_bind_int64(statement_, position, value);
  if (code != SQLITE_OK) bound_.Update(ErrorOf(database_, code));
  return *this;
}

Statement& Statement::Bind(int position, std::string_view text) {
  int code = sqlite3_bind_text64(statement_, position, Data(text), text.size(), SQLITE_TRANSIENT,
                                 SQLITE_UTF8);
  if (code != SQLITE_OK) bound_.Update(ErrorOf(database_, code));
  return *this;
}

Statement& Statement::BindBlob(int position, std::string_view bytes) {
  int code = sqlite3_bind_blob64(statement_, position, Data(bytes), bytes.size(), SQLITE_TRANSIENT);
  if (code != SQLITE_OK) bound_.Update(ErrorOf(database_, code));
  return *this;
}

absl::StatusOr<bool> Statement::Step() {
  if (!bound_.ok()) return std::exchange(bound_, absl::OkStatus());
  int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  absl::Status status = code == SQLITE_DONE ? absl::OkStatus() : ErrorOf(database_, code);
  sqlite3_reset(statement_);
  if (!status.ok()) return status;
  return false;
}

absl::Status Statement::Run() {
  for (;;) {
    absl::StatusOr<bool> row = Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
  }
}

int64_t Statement::Int(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Statement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (text == nullptr) return {};
  return std::string(text, static_cast<size_t>(sqlite3_column_bytes(statement_, column)));
}

std::string Statement::Blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (bytes == nullptr) return {};
  return std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(statement_, column)));
}

}  // namespace collie::journal
