#ifndef COLLIE_CREW_LOCAL_LOCAL_LISTENER_H_
#define COLLIE_CREW_LOCAL_LOCAL_LISTENER_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "absl/status/statusor.h"
#include "crew/journal/instance_lock.h"
#include "crew/local/peer.h"

namespace collie::local {

// A local socket: a Unix-domain socket (0600, in a folder that is 0700). It accepts this user's own
// processes, but those of attached agents (CheckIsNoAgent), and closes the connection of any other
// before a byte is read. It accepts in a thread of
// its own until destruction, which waits for a callback under way and removes the socket file.
class LocalListener {
 public:
  // Takes over the connected, non-blocking fd. Called on the listener's thread, one at a time; it
  // must not block and must not destroy the listener.
  using OnAccept = std::function<void(int fd, Peer peer)>;

  // Opens the socket. `lock` is the caller's over the folder of `path`, held at least as long as
  // the listener: it is what proves that a socket file that is there is a dead instance's and may
  // be removed. `agents` is the file of the agents' processes; it may be missing. Errors:
  // INVALID_ARGUMENT (the path is too long), FAILED_PRECONDITION (the folder is not private, or
  // something that is no socket has the path), UNAVAILABLE (the system refuses).
  static absl::StatusOr<std::unique_ptr<LocalListener>> Listen(const std::filesystem::path& path,
                                                               const journal::InstanceLock& lock,
                                                               std::filesystem::path agents,
                                                               OnAccept on_accept);

  ~LocalListener();
  LocalListener(const LocalListener&) = delete;
  LocalListener& operator=(const LocalListener&) = delete;

 private:
  LocalListener(std::filesystem::path path, std::filesystem::path agents, int listen_fd,
                int stop_fd, OnAccept on_accept);

  void Loop();
  // False: there is nothing to accept now, or accepting failed.
  bool AcceptOne();
  bool Stopping(int timeout_ms) const;
  bool Admits(const Peer& peer) const;

  // Constant after construction.
  const std::filesystem::path path_;
  const std::filesystem::path agents_;
  const int listen_fd_;
  const int stop_fd_;
  const OnAccept on_accept_;
  std::thread thread_;
};

}  // namespace collie::local

#endif  // COLLIE_CREW_LOCAL_LOCAL_LISTENER_H_
