#include "crew/process/descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace collie::process {
namespace {

// What `look` returns in a process of its own, which has only the descriptors that it leaves.
int InChild(const std::function<int()>& look) {
  const pid_t pid = fork();
  if (pid == 0) _exit(look());
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool IsNull(int fd) {
  struct stat found = {};
  return fstat(fd, &found) == 0 && S_ISCHR(found.st_mode) && found.st_rdev == makedev(1, 3);
}

TEST(DescriptorsTest, ClosedOnesAreOpenOnNull) {
  EXPECT_EQ(InChild([] {
              for (int fd : {0, 1, 2}) close(fd);
              OpenStandardDescriptors();
              return IsNull(0) && IsNull(1) && IsNull(2) ? 0 : 1;
            }),
            0);
}

TEST(DescriptorsTest, OneGapIsFilledAndTheOthersStay) {
  EXPECT_EQ(InChild([] {
              const int file = open("/proc/self/status", O_RDONLY);
              for (int fd : {0, 2}) dup2(file, fd);
              close(1);
              OpenStandardDescriptors();
              return !IsNull(0) && IsNull(1) && !IsNull(2) ? 0 : 1;
            }),
            0);
}

TEST(DescriptorsTest, NothingMoreIsLeftOpen) {
  EXPECT_EQ(InChild([] {
              const int before = dup(0);
              close(before);
              OpenStandardDescriptors();
              return dup(0) == before ? 0 : 1;
            }),
            0);
}

TEST(DescriptorsTest, TheLimitIsTheMostThatIsAllowed) {
  EXPECT_EQ(InChild([] {
              rlimit limit = {};
              getrlimit(RLIMIT_NOFILE, &limit);
              limit.rlim_cur = 64;
              setrlimit(RLIMIT_NOFILE, &limit);
              RaiseDescriptorLimit();
              getrlimit(RLIMIT_NOFILE, &limit);
              return limit.rlim_cur == limit.rlim_max ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace collie::process
