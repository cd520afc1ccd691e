#include "crew/fault/fault_point.h"

#ifdef COLLIE_FAULT_POINTS

#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/synchronization/mutex.h"

namespace collie::fault {
namespace {

struct Plan {
  int signal = 0;
  int at = 0;  // the n-th time; 0: every time
  int seen = 0;
};

std::map<std::string, Plan, std::less<>> ReadPlans() {
  std::map<std::string, Plan, std::less<>> plans;
  const char* value = std::getenv("COLLIE_FAULT");
  if (value == nullptr) return plans;
  for (const absl::string_view entry : absl::StrSplit(value, ',', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> point =
        absl::StrSplit(entry, absl::MaxSplits('=', 1));
    const std::vector<std::string> action = absl::StrSplit(point.second, '@');
    Plan& plan = plans[point.first];
    plan.signal = action[0] == "stop" ? SIGSTOP : SIGKILL;
    if (action.size() > 1 && !absl::SimpleAtoi(action[1], &plan.at)) plan.at = 1;
  }
  return plans;
}

// The signal that is due here; 0: none.
int SignalAt(std::string_view name) {
  static absl::Mutex mu(absl::kConstInit);
  static auto* plans = new std::map<std::string, Plan, std::less<>>(ReadPlans());
  if (plans->empty()) return 0;
  absl::MutexLock lock(&mu);
  const auto found = plans->find(name);
  if (found == plans->end()) return 0;
  Plan& plan = found->second;
  return plan.at == 0 || ++plan.seen == plan.at ? plan.signal : 0;
}

}  // namespace

void Point(std::string_view name) {
  if (const int signal = SignalAt(name)) raise(signal);
}

}  // namespace collie::fault

#endif  // COLLIE_FAULT_POINTS
