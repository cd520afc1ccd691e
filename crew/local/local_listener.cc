#include "crew/local/local_listener.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "crew/journal/private_folder.h"
#include "crew/local/agent_processes.h"
#include "crew/local/socket_path.h"
#include "crew/log/log.h"
#include "crew/status/status_macros.h"
#include "crew/threads/named_thread.h"

namespace collie::local {
namespace {

constexpr int kBacklog = 64;
// How long to back off accepting when this process has no descriptor left for a caller.
constexpr int kOutOfDescriptorsMs = 100;

absl::Status Failed(const std::filesystem::path& path) {
  return absl::UnavailableError(absl::StrCat("Listening at '", path.string(), "' failed: ",
                                             std::strerror(errno), ". Check the state folder."));
}

absl::Status RemoveStale(const std::filesystem::path& path) {
  struct stat found = {};
  if (lstat(path.c_str(), &found) != 0) {
    return errno == ENOENT ? absl::OkStatus() : Failed(path);
  }
  if (!S_ISSOCK(found.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat("'", path.string(), "' is not a socket: move it away."));
  }
  return unlink(path.c_str()) == 0 ? absl::OkStatus() : Failed(path);
}

absl::StatusOr<int> OpenSocket(const std::filesystem::path& path, const sockaddr_un& address) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return Failed(path);
  // On Linux the socket file takes the mode of the descriptor, so it is 0600 from its first moment
  // and the umask, which all threads share, stays as it is.
  if (fchmod(fd, 0600) == 0 &&
      bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      listen(fd, kBacklog) == 0) {
    return fd;
  }
  absl::Status status = Failed(path);
  close(fd);
  return status;
}

}  // namespace

absl::StatusOr<std::unique_ptr<LocalListener>> LocalListener::Listen(
    const std::filesystem::path& path, const journal::InstanceLock&, std::filesystem::path agents,
    OnAccept on_accept) {
  COLLIE_ASSIGN_OR_RETURN(sockaddr_un address, SocketAddress(path));
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(path.parent_path()));
  COLLIE_RETURN_IF_ERROR(RemoveStale(path));
  const int stop_fd = eventfd(0, EFD_CLOEXEC);
  if (stop_fd < 0) return Failed(path);
  absl::Cleanup close_stop = [stop_fd] { close(stop_fd); };
  COLLIE_ASSIGN_OR_RETURN(int listen_fd, OpenSocket(path, address));
  std::move(close_stop).Cancel();
  return std::unique_ptr<LocalListener>(
      new LocalListener(path, std::move(agents), listen_fd, stop_fd, std::move(on_accept)));
}

LocalListener::LocalListener(std::filesystem::path path, std::filesystem::path agents,
                             int listen_fd, int stop_fd, OnAccept on_accept)
    : path_(std::move(path)),
      agents_(std::move(agents)),
      listen_fd_(listen_fd),
      stop_fd_(stop_fd),
      on_accept_(std::move(on_accept)),
      thread_(threads::StartNamed("local", [this] { Loop(); })) {}

LocalListener::~LocalListener() {
  const uint64_t one = 1;
  [[maybe_unused]] ssize_t written = write(stop_fd_, &one, sizeof(one));
  thread_.join();
  unlink(path_.c_str());
  close(listen_fd_);
  close(stop_fd_);
}

bool LocalListener::Stopping(int timeout_ms) const {
  pollfd stop = {.fd = stop_fd_, .events = POLLIN, .revents = 0};
  return poll(&stop, 1, timeout_ms) > 0;
}

void LocalListener::Loop() {
  pollfd waits[] = {{.fd = stop_fd_, .events = POLLIN, .revents = 0},
                    {.fd = listen_fd_, .events = POLLIN, .revents = 0}};
  while (!Stopping(0)) {
    if (poll(waits, 2, -1) <= 0) continue;
    while (!Stopping(0) && AcceptOne()) {
    }
  }
}

bool LocalListener::Admits(const Peer& peer) const {
  if (peer.uid != geteuid()) return false;
  const absl::Status no_agent = CheckIsNoAgent(peer.pid, agents_);
  if (!no_agent.ok()) {
    log::Warn("local",
              absl::StrCat("a call at '", path_.string(), "' is refused: ", no_agent.message()));
  }
  return no_agent.ok();
}

bool LocalListener::AcceptOne() {
  const int fd = accept4(listen_fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    const bool transient = errno == EINTR || errno == ECONNABORTED;
    if (!transient && errno != EAGAIN) Stopping(kOutOfDescriptorsMs);
    return transient;
  }
  absl::StatusOr<Peer> peer = PeerOf(fd);
  if (peer.ok() && Admits(*peer)) {
    on_accept_(fd, *peer);
  } else {
    close(fd);
  }
  return true;
}

}  // namespace collie::local
