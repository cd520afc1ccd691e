#include "crew/ops/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "crew/version/version.h"

namespace collie::ops {
namespace {

size_t CountIn(const char* folder) {
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error) return 0;
  return static_cast<size_t>(std::distance(begin(entries), end(entries)));
}

// Pages of this process that are in memory.
double ResidentPages() {
  std::ifstream statm("/proc/self/statm");
  double size = 0;
  double resident = 0;
  statm >> size >> resident;
  return resident;
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

void AddProcessMetrics(std::string_view program, MetricsPage& page) {
  page.Gauge("collie_build_info", "What runs; always 1.", 1,
             {{"program", std::string(program)}, {"version", std::string(version::kVersion)}});
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  page.Gauge("process_open_fds", "Descriptors that are open.",
             static_cast<double>(CountIn("/proc/self/fd")));
  page.Gauge("process_max_fds", "Descriptors that may be open.",
             static_cast<double>(limit.rlim_cur));
  page.Gauge("process_resident_memory_bytes", "Memory in use.",
             ResidentPages() * static_cast<double>(sysconf(_SC_PAGESIZE)));
  page.Gauge("process_threads", "Threads.", static_cast<double>(CountIn("/proc/self/task")));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  page.Counter("process_cpu_seconds_total", "Processor time, of user and system.",
               Seconds(usage.ru_utime) + Seconds(usage.ru_stime));
}

}  // namespace collie::ops
