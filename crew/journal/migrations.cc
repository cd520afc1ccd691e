#include "crew/journal/migrations.h"

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::journal {
namespace {

absl::StatusOr<int64_t> Version(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(Statement statement, database.Prepare("PRAGMA user_version"));
  COLLIE_RETURN_IF_ERROR(statement.Step().status());
  return statement.Int(0);
}

// One step, inside the caller's transaction.
absl::Status StepForward(Database& database, const std::vector<std::string>& migrations) {
  // Read again under the lock: another program may have taken the step meanwhile.
  COLLIE_ASSIGN_OR_RETURN(int64_t version, Version(database));
  if (version >= static_cast<int64_t>(migrations.size())) return absl::OkStatus();
  COLLIE_RETURN_IF_ERROR(database.Run(migrations[static_cast<size_t>(version)]));
  return database.Run(absl::StrCat("PRAGMA user_version=", version + 1));
}

}  // namespace

absl::Status BringForward(Database& database, const std::filesystem::path& file,
                          const std::vector<std::string>& migrations) {
  const auto known = static_cast<int64_t>(migrations.size());
  COLLIE_ASSIGN_OR_RETURN(int64_t version, Version(database));
  while (version < known) {
    COLLIE_RETURN_IF_ERROR(database.Transact(
        [&migrations](Database& within) { return StepForward(within, migrations); }));
    COLLIE_ASSIGN_OR_RETURN(version, Version(database));
  }
  if (version > known) {
    return absl::FailedPreconditionError(
        absl::StrCat("The store '", file.string(), "' was written by a newer program (schema ",
                     version, ", this program knows ", known, "): update this program."));
  }
  return absl::OkStatus();
}

}  // namespace collie::journal
