#ifndef COLLIE_CREW_JOURNAL_SERVICE_TIME_H_
#define COLLIE_CREW_JOURNAL_SERVICE_TIME_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/journal/database.h"

namespace collie::journal {

// SQL that gives a database its table `service_time`; part of a migration.
extern const char kServiceTimeTable[];

// An age that is past by both kinds of time, as a bound of the columns that hold them.
struct Horizon {
  int64_t wall_ms = 0;     // since the Unix epoch
  int64_t counted_ms = 0;  // of service
};

// How long a database has been in service: the steady time of every process that had it open,
// summed up over restarts. A wall clock that jumps moves it nowhere; time in which no process ran,
// or the machine slept, is not in it, nor is what a crash lost since the last Write.
//
// So whatever ends by age has two ages, by the wall clock and by this. What is kept for safety (a
// receipt) goes at the later end, what opens something (a device) ends at the earlier.
class ServiceTime {
 public:
  // Reads what was counted so far and resumes there. `clock` outlives it. Errors: those of
  // Statement::Step.
  static absl::StatusOr<ServiceTime> Read(Database& database, const clock::Clock& clock);

  // Thread-safe.
  absl::Duration Now() const { return counted_before_ + (clock_->Now() - read_at_); }

  // What is older than `age` by the wall clock and by this.
  Horizon OlderThan(absl::Duration age) const;

  // Makes Now durable. Errors: those of Statement::Step.
  absl::Status Write(Database& database) const;

 private:
  ServiceTime(absl::Duration counted_before, const clock::Clock& clock)
      : counted_before_(counted_before), clock_(&clock), read_at_(clock.Now()) {}

  absl::Duration counted_before_;
  const clock::Clock* clock_;
  clock::Steady read_at_;
};

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_SERVICE_TIME_H_
