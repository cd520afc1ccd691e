#include "crew/fault/fault_point.h"

#ifdef COLLIE_FAULT_POINTS

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"

namespace collie::fault {
namespace {

constexpr absl::string_view kStall = "stall:";

struct Plan {
  int signal = 0;         // to this process; 0: none
  std::string lock_file;  // whose lock is waited for; empty: none
  int at = 0;             // the n-th time; 0: every time
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
    if (absl::StartsWith(action[0], kStall)) {
      plan.lock_file = action[0].substr(kStall.size());
    } else {
      plan.signal = action[0] == "stop" ? SIGSTOP : SIGKILL;
    }
    if (action.size() > 1 && !absl::SimpleAtoi(action[1], &plan.at)) plan.at = 1;
  }
  return plans;
}

// What is due here.
Plan PlanAt(std::string_view name) {
  static absl::Mutex mu(absl::kConstInit);
  static auto* plans = new std::map<std::string, Plan, std::less<>>(ReadPlans());
  if (plans->empty()) return {};
  absl::MutexLock lock(&mu);
  const auto found = plans->find(name);
  if (found == plans->end()) return {};
  Plan& plan = found->second;
  return plan.at == 0 || ++plan.seen == plan.at ? plan : Plan();
}

// A file that cannot be opened ends the program: a test that stalls nothing would pass.
void AwaitLock(const std::string& file) {
  const int fd = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) std::abort();
  while (flock(fd, LOCK_SH) != 0 && errno == EINTR) {
  }
  close(fd);
}

}  // namespace

void Point(std::string_view name) {
  const Plan plan = PlanAt(name);
  if (plan.signal != 0) raise(plan.signal);
  if (!plan.lock_file.empty()) AwaitLock(plan.lock_file);
}

}  // namespace collie::fault

#endif  // COLLIE_FAULT_POINTS
