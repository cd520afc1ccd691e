#ifndef COLLIE_CREW_JOURNAL_STATEMENT_CACHE_H_
#define COLLIE_CREW_JOURNAL_STATEMENT_CACHE_H_

#include <cstddef>
#include <string_view>

#include "absl/container/flat_hash_map.h"

struct sqlite3_stmt;

namespace collie::journal {

// The prepared statements of one connection that nobody uses now: to prepare one costs more than to
// run most of them. Bounded; a statement is of one user at a time. Not thread-safe.
class StatementCache {
 public:
  static constexpr size_t kKept = 64;

  StatementCache() = default;
  ~StatementCache();
  StatementCache(const StatementCache&) = delete;
  StatementCache& operator=(const StatementCache&) = delete;

  // A prepared statement of this SQL, with nothing bound; null: none is kept. The caller's now.
  sqlite3_stmt* Take(std::string_view sql);
  // Takes over a statement that is not used any more. What it held of the database is let go.
  void Keep(sqlite3_stmt* statement);

 private:
  // The keys are the statements' own texts.
  absl::flat_hash_map<std::string_view, sqlite3_stmt*> kept_;
};

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_STATEMENT_CACHE_H_
