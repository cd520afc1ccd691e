#ifndef COLLIE_CREW_JOURNAL_MIGRATIONS_H_
#define COLLIE_CREW_JOURNAL_MIGRATIONS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crew/journal/database.h"

namespace collie::journal {

// Brings the schema of `database` forward to version migrations.size(), one transaction a step, so
// that a crash leaves a whole version. The version is SQLite's `user_version`. Schemas never go
// back. Errors: FAILED_PRECONDITION (a newer program wrote the file), and the database's own.
absl::Status BringForward(Database& database, const std::filesystem::path& file,
                          const std::vector<std::string>& migrations);

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_MIGRATIONS_H_
