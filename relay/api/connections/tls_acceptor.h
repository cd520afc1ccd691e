#ifndef COLLIE_RELAY_API_CONNECTIONS_TLS_ACCEPTOR_H_
#define COLLIE_RELAY_API_CONNECTIONS_TLS_ACCEPTOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/config/address.h"
#include "crew/files/owned_fd.h"
#include "relay/api/connections/connection_book.h"

namespace collie::relay {

// Accepts TCP connections for a TLS server that cannot bound them itself, and hands each over once
// its ClientHello is there: whoever says nothing, or no TLS, never gets that far. It keeps a
// duplicate of each descriptor, by which it ends a connection without a call in time, those past a
// bound, and those of a peer that is to go. While the process has no descriptor left it stops
// accepting for a moment, says so once, and goes on. Thread-safe; one thread of its own.
class TlsAcceptor {
 public:
  // Takes over the connected, non-blocking fd, of which nothing was read. `server_name` is what the
  // client asked for. On the acceptor's thread, one at a time; must not block.
  using OnConnection = std::function<void(int fd, const std::string& server_name)>;

  struct Options {
    config::HostPort address;
    ConnectionBook::Bounds bounds;
  };

  struct Counts {
    size_t waiting = 0;               // without a call yet
    size_t of_peers = 0;              // with one
    uint64_t accepted = 0;            // ever
    uint64_t ended = 0;               // by this: silent, past a bound, of a peer that is to go
    uint64_t pauses = 0;              // of accepting, for want of descriptors
    bool out_of_descriptors = false;  // now
  };

  // Listens; connections are accepted from Start on. Errors: UNAVAILABLE (the address cannot be
  // had, with the system's words).
  static absl::StatusOr<std::unique_ptr<TlsAcceptor>> Open(const Options& options,
                                                           const clock::Clock& clock,
                                                           OnConnection on_connection);
  // Stops, and ends every connection.
  ~TlsAcceptor();

  int port() const { return port_; }
  // Once.
  void Start();
  // A call came over a connection, by the name that gRPC gives its far end (ServerContext::peer).
  void Called(std::string_view grpc_peer, const std::string& peer);
  // Ends the connections of this peer; returns how many.
  size_t EndPeer(const std::string& peer);
  // Those that have connections.
  std::vector<std::string> Peers() const;
  Counts counts() const;

  // Accepts nothing more; what was handed over stays. May be repeated, by one thread.
  void Stop();

 private:
  using Id = ConnectionBook::Id;
  struct Connection {
    files::OwnedFd fd;
    bool is_handed_over = false;
    bool is_ended = false;
  };

  TlsAcceptor(std::vector<files::OwnedFd> listening, files::OwnedFd epoll, files::OwnedFd stop,
              const Options& options, const clock::Clock& clock, OnConnection on_connection);

  // The thread's.
  void Loop();
  int NextTimeoutMs() const;
  void OnEvent(uint64_t id, uint32_t events);
  void AcceptAll(int listening);
  void Take(files::OwnedFd fd);
  void OnHello(Id id, bool no_more_comes);
  std::optional<int> NotHandedOver(Id id) const;
  void HandOver(Id id, int fd, const std::string& server_name);
  void Pause(int error);
  void Recover();
  void ResumeIfDue();
  void WatchListening(uint32_t events);
  void EndOverdue();

  void End(const std::vector<Id>& ids);
  void EndLocked(const std::vector<Id>& ids) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  // Constant after construction.
  const std::vector<files::OwnedFd> listening_;
  const files::OwnedFd epoll_;
  const files::OwnedFd stop_;
  const int port_;
  const clock::Clock& clock_;
  const OnConnection on_connection_;

  std::optional<clock::Steady> paused_until_;  // of the thread alone
  bool is_out_ = false;                        // of descriptors; of the thread alone

  mutable absl::Mutex mu_;
  ConnectionBook book_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<Id, Connection> connections_ ABSL_GUARDED_BY(mu_);
  Counts counts_ ABSL_GUARDED_BY(mu_);

  std::thread thread_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_CONNECTIONS_TLS_ACCEPTOR_H_
