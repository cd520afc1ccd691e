#include "relay/store/newest_write.h"

#include "absl/strings/str_cat.h"

namespace collie::relay {

using journal::Database;
using journal::Statement;

absl::StatusOr<int64_t> NewestTerm(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(Statement select, database.Prepare("SELECT term FROM newest_relay"));
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
  if (!found) return absl::DataLossError("The relay's store has lost its term: put a backup in.");
  return select.Int(0);
}

absl::Status DemandNewest(Database& database, int64_t term) {
  COLLIE_ASSIGN_OR_RETURN(int64_t newest, NewestTerm(database));
  if (newest == term) return absl::OkStatus();
  return absl::AbortedError(absl::StrCat("A newer relay (term ", newest,
                                         ") uses this store: this one (term ", term,
                                         ") writes nothing any more and should be ended."));
}

}  // namespace collie::relay
