#ifndef COLLIE_CREW_CLI_VIEW_AGE_H_
#define COLLIE_CREW_CLI_VIEW_AGE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace collie::cli {

// A span of milliseconds for people, in its largest whole unit: `4 s`, `12 min`, `3 h`, `2 d`.
std::string Span(int64_t milliseconds);

// A life as a flag says it: a whole number and its unit, `90s`, `10m`, `12h` or `30d`. Errors:
// INVALID_ARGUMENT.
absl::StatusOr<absl::Duration> ParseSpan(const std::string& text);

// A moment as a flag says it: a span before `now` (`2h`), or a day or minute of the local time
// zone (`2026-12-01`, `2026-12-01 14:30`). Errors: INVALID_ARGUMENT.
absl::StatusOr<absl::Time> ParseMoment(const std::string& text, absl::Time now);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_AGE_H_
