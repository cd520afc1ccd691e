#include "crew/cli/view/age.h"

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "crew/cli/view/quote.h"

namespace collie::cli {
namespace {

constexpr int64_t kLongest = 100'000;  // of any unit: far past every use, far below an overflow

absl::Duration UnitOf(char letter) {
  switch (letter) {
    case 's':
      return absl::Seconds(1);
    case 'm':
      return absl::Minutes(1);
    case 'h':
      return absl::Hours(1);
    case 'd':
      return absl::Hours(24);
    default:
      return absl::ZeroDuration();
  }
}

}  // namespace

std::string Span(int64_t milliseconds) {
  const int64_t seconds = milliseconds / 1000;
  if (seconds < 60) return absl::StrCat(seconds, " s");
  if (seconds < 60 * 60) return absl::StrCat(seconds / 60, " min");
  if (seconds < 24 * 60 * 60) return absl::StrCat(seconds / (60 * 60), " h");
  return absl::StrCat(seconds / (24 * 60 * 60), " d");
}

absl::StatusOr<absl::Duration> ParseSpan(const std::string& text) {
  int64_t count = 0;
  const absl::Duration unit = text.empty() ? absl::ZeroDuration() : UnitOf(text.back());
  if (unit == absl::ZeroDuration() || !absl::SimpleAtoi(text.substr(0, text.size() - 1), &count) ||
      count < 1 || count > kLongest) {
    return absl::InvalidArgumentError(absl::StrCat(
        Quoted(text), " is no span of time: write a number and its unit, such as 10m, 12h or 30d"));
  }
  return count * unit;
}

absl::StatusOr<absl::Time> ParseMoment(const std::string& text, absl::Time now) {
  absl::Time moment;
  std::string error;
  for (const char* format : {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"}) {
    const bool is_day = absl::ParseTime(format, text, absl::LocalTimeZone(), &moment, &error);
    if (is_day && moment != absl::InfiniteFuture() && moment != absl::InfinitePast()) return moment;
  }
  if (const auto span = ParseSpan(text); span.ok()) return now - *span;
  return absl::InvalidArgumentError(absl::StrCat(
      Quoted(text), " is no moment: write how long ago, such as 2h or 30d, or a day, 2026-12-01"));
}

}  // namespace collie::cli
