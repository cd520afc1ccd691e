#ifndef COLLIE_CREW_FILES_OWNED_FD_H_
#define COLLIE_CREW_FILES_OWNED_FD_H_

#include <unistd.h>

#include <utility>

namespace collie::files {

// A file descriptor that is closed with its owner.
class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int fd) : fd_(fd) {}
  OwnedFd(OwnedFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept {
    if (this != &other) {
      Close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~OwnedFd() { Close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  // Gives it away.
  int Release() { return std::exchange(fd_, -1); }
  void Close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

}  // namespace collie::files

#endif  // COLLIE_CREW_FILES_OWNED_FD_H_
