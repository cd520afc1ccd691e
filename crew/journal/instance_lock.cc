#include "crew/journal/instance_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace collie::journal {
namespace {

absl::Status CannotTake(const std::filesystem::path& file, int error) {
  return absl::UnavailableError(absl::StrCat("Cannot lock '", file.string(),
                                             "': ", std::strerror(error),
                                             ". Check the folder and its permissions."));
}

absl::Status HeldByAnother(const std::filesystem::path& file, int fd) {
  char bytes[32] = {};
  ssize_t count = pread(fd, bytes, sizeof(bytes), 0);
  int pid = 0;
  bool named = count > 0 && absl::SimpleAtoi(std::string(bytes, static_cast<size_t>(count)), &pid);
  return absl::FailedPreconditionError(absl::StrCat(
      "Another instance", named ? absl::StrCat(" (pid ", pid, ")") : "", " already uses '",
      file.parent_path().string(), "': stop it first, or choose another state folder."));
}

// Only for the error of the next instance, so a full disk does not stop this one.
void WritePid(int fd) {
  std::string pid = absl::StrCat(getpid(), "\n");
  if (ftruncate(fd, 0) != 0) return;
  [[maybe_unused]] ssize_t written = pwrite(fd, pid.data(), pid.size(), 0);
}

}  // namespace

absl::StatusOr<InstanceLock> InstanceLock::Acquire(const std::filesystem::path& file) {
  int fd = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return CannotTake(file, errno);
  InstanceLock lock(fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? HeldByAnother(file, fd) : CannotTake(file, errno);
  }
  WritePid(fd);
  return lock;
}

InstanceLock::InstanceLock(InstanceLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

InstanceLock::~InstanceLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace collie::journal
