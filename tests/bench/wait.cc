#include "tests/bench/wait.h"

#include <chrono>
#include <thread>

#include "absl/strings/str_cat.h"

namespace collie::bench {

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

absl::Status Poll(absl::Duration most, absl::string_view what, absl::FunctionRef<bool()> holds) {
  const double end = Now() + absl::ToDoubleSeconds(most);
  while (!holds()) {
    if (Now() >= end) {
      return absl::DeadlineExceededError(
          absl::StrCat(what, " took more than ", absl::FormatDuration(most)));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return absl::OkStatus();
}

void Rest(absl::Duration span) { std::this_thread::sleep_for(absl::ToChronoNanoseconds(span)); }

}  // namespace collie::bench
