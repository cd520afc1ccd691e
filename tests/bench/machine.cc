#include "tests/bench/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <string_view>
#include <thread>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collie::bench {
namespace {

std::string CpuModel() {
  constexpr std::string_view kField = "model name";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(kField, 0) != 0) continue;
    return std::string(absl::StripAsciiWhitespace(line.substr(line.find(':') + 1)));
  }
  return "an unknown CPU";
}

std::string Memory() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return absl::StrFormat("%.0f GiB", bytes / (1 << 30));
}

std::string Kernel() {
  utsname system = {};
  uname(&system);
  return absl::StrCat(system.sysname, " ", system.release, " ", system.machine);
}

std::string Build() {
#ifdef __clang__
  std::string build = absl::StrCat("clang ", __clang_major__);
#else
  std::string build = absl::StrCat("g++ ", __GNUC__);
#endif
#ifdef NDEBUG
  build += ", optimized";
#else
  build += ", not optimized";
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  build += ", with sanitizers";
#endif
#endif
  return build;
}

}  // namespace

std::string DescribeMachine() {
  return absl::StrCat(std::thread::hardware_concurrency(), " cores of ", CpuModel(), ", ", Memory(),
                      ", ", Kernel(), "; ", Build());
}

}  // namespace collie::bench
