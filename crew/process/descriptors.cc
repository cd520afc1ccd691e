#include "crew/process/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace collie::process {
namespace {

// Before the constructors of any library: that of libgrpc alone takes the first free descriptor and
// keeps it. So it is before a sanitizer is ready, too, and calls nothing that one has replaced.
__attribute__((no_sanitize("address"))) __attribute__((no_sanitize("undefined")))
__attribute__((no_sanitize("thread"))) void
OpenBeforeAll(int /*argc*/, char** /*argv*/, char** /*environment*/) {
  // The lowest free number is taken first, so this fills the gaps up to 2 and closes what is above.
  long opened = 0;
  do {
    opened = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened >= 0) syscall(SYS_close, opened);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*first_of_all)(int, char**,
                                                                   char**) = &OpenBeforeAll;

}  // namespace

void OpenStandardDescriptors() { OpenBeforeAll(0, nullptr, nullptr); }

void RaiseDescriptorLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace collie::process
