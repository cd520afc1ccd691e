#include "tests/bench/usage.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace collie::bench {
namespace {

// The tick of /proc/PID/stat is 10 ms; schedstat counts nanoseconds, but a thread at a time.
double CpuSecondsOf(const std::filesystem::path& task) {
  std::ifstream file(task / "schedstat");
  double nanoseconds = 0;
  file >> nanoseconds;
  return nanoseconds / 1e9;
}

// A line of /proc/PID/status, which are in KiB.
double Mib(const std::string& process, const std::string& line) {
  std::ifstream file(process + "/status");
  std::string word;
  double kib = 0;
  while (file >> word) {
    if (word == line && file >> kib) break;
  }
  return kib / 1024;
}

}  // namespace

Usage UsageOf(pid_t pid) {
  const std::string process = absl::StrCat("/proc/", pid);
  Usage usage;
  std::error_code gone;
  for (std::filesystem::directory_iterator task(process + "/task", gone), end; !gone && task != end;
       task.increment(gone)) {
    usage.cpu_seconds += CpuSecondsOf(task->path());
    ++usage.threads;
  }
  usage.resident_mib = Mib(process, "VmRSS:");
  usage.peak_mib = Mib(process, "VmHWM:");
  return usage;
}

}  // namespace collie::bench
