#include "edge/store/standing_rows.h"

#include <algorithm>

#include "crew/status/status_macros.h"

namespace collie::edge {

using journal::Database;
using journal::Statement;

absl::StatusOr<StoreStanding> ReadStanding(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare("SELECT term_floor, sequence, relay_run, last_dispatch FROM store"));
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
  StoreStanding standing;
  if (!found) return standing;
  standing.highest_term = select.Int(0);
  standing.sequence = select.Int(1);
  standing.relay_run = select.Text(2);
  standing.last_dispatch = select.Int(3);
  return standing;
}

absl::Status WriteFloor(Database& database, int64_t term) {
  COLLIE_ASSIGN_OR_RETURN(Statement raise,
                          database.Prepare("UPDATE store SET term_floor = MAX(term_floor, ?)"));
  return raise.Bind(1, term).Run();
}

absl::Status CountBegun(Database& database, const v1::Command& command) {
  COLLIE_ASSIGN_OR_RETURN(StoreStanding standing, ReadStanding(database));
  TakeCommand(standing, command);
  COLLIE_ASSIGN_OR_RETURN(
      Statement count,
      database.Prepare(
          "UPDATE store SET sequence = sequence + 1, relay_run = ?, last_dispatch = ?"));
  return count.Bind(1, standing.relay_run).Bind(2, standing.last_dispatch).Run();
}

void TakeCommand(StoreStanding& standing, const v1::Command& command) {
  const bool is_same_run = standing.relay_run == command.relay_run();
  standing.last_dispatch =
      is_same_run ? std::max(standing.last_dispatch, command.dispatch()) : command.dispatch();
  standing.relay_run = command.relay_run();
}

}  // namespace collie::edge
