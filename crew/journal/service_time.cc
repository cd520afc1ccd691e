#include "crew/journal/service_time.h"

#include "crew/status/status_macros.h"

namespace collie::journal {

const char kServiceTimeTable[] = R"sql(
  CREATE TABLE service_time (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    counted_ms INTEGER NOT NULL
  );
  INSERT INTO service_time VALUES (1, 0);
)sql";

absl::StatusOr<ServiceTime> ServiceTime::Read(Database& database, const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare("SELECT counted_ms FROM service_time"));
  COLLIE_ASSIGN_OR_RETURN(const bool found, select.Step());
  if (!found) return absl::DataLossError("The store has lost its service time: put a backup in.");
  return ServiceTime(absl::Milliseconds(select.Int(0)), clock);
}

Horizon ServiceTime::OlderThan(absl::Duration age) const {
  return {absl::ToUnixMillis(clock_->Wall() - age), absl::ToInt64Milliseconds(Now() - age)};
}

absl::Status ServiceTime::Write(Database& database) const {
  COLLIE_ASSIGN_OR_RETURN(
      Statement update,
      database.Prepare("UPDATE service_time SET counted_ms = MAX(counted_ms, ?)"));
  return update.Bind(1, absl::ToInt64Milliseconds(Now())).Run();
}

}  // namespace collie::journal
