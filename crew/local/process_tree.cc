#include "crew/local/process_tree.h"

#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "crew/status/status_macros.h"

namespace collie::local {
namespace {

// Of /proc/<pid>/stat, after the name, which may hold anything.
constexpr size_t kParent = 1;
constexpr size_t kStarted = 19;
constexpr size_t kMostParents = 1024;

struct Entry {
  ProcessStamp stamp;
  pid_t parent = 0;
};

absl::StatusOr<Entry> Read(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/stat"));
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const size_t name_end = text.rfind(") ");
  Entry entry = {{pid, 0}, 0};
  if (name_end != std::string::npos) {
    const std::vector<std::string> fields = absl::StrSplit(text.substr(name_end + 2), ' ');
    if (fields.size() > kStarted && absl::SimpleAtoi(fields[kParent], &entry.parent) &&
        absl::SimpleAtoi(fields[kStarted], &entry.stamp.started)) {
      return entry;
    }
  }
  return absl::UnavailableError(absl::StrCat("/proc/", pid, "/stat cannot be read."));
}

}  // namespace

absl::StatusOr<std::vector<ProcessStamp>> WithParents(pid_t pid) {
  std::vector<ProcessStamp> line;
  // Parents that change meanwhile could lead in a circle.
  for (pid_t next = pid; next != 0 && line.size() < kMostParents;) {
    COLLIE_ASSIGN_OR_RETURN(const Entry entry, Read(next));
    line.push_back(entry.stamp);
    next = entry.parent;
  }
  if (line.empty()) return absl::UnavailableError("The caller is in another process namespace.");
  return line;
}

}  // namespace collie::local
