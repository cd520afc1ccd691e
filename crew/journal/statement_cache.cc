#include "crew/journal/statement_cache.h"

#include <sqlite3.h>

namespace collie::journal {

StatementCache::~StatementCache() {
  for (const auto& [sql, statement] : kept_) sqlite3_finalize(statement);
}

sqlite3_stmt* StatementCache::Take(std::string_view sql) {
  const auto found = kept_.find(sql);
  if (found == kept_.end()) return nullptr;
  sqlite3_stmt* statement = found->second;
  kept_.erase(found);
  return statement;
}

void StatementCache::Keep(sqlite3_stmt* statement) {
  if (statement == nullptr) return;
  // A statement that was not stepped to its end would hold its transaction open.
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  const bool is_kept =
      kept_.size() < kKept && kept_.try_emplace(sqlite3_sql(statement), statement).second;
  if (!is_kept) sqlite3_finalize(statement);
}

}  // namespace collie::journal
