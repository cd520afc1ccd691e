#ifndef COLLIE_CREW_HTTP_SERVER_SERVER_H_
#define COLLIE_CREW_HTTP_SERVER_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/config/address.h"
#include "crew/http_server/connection_pool.h"
#include "crew/http_server/limits.h"
#include "crew/http_server/message.h"
#include "crew/http_server/network.h"
#include "crew/http_server/request_parser.h"
#include "crew/http_server/responder.h"
#include "crew/http_server/tls_files.h"

namespace collie::http_server {

// The connection of a request, while the handler runs.
class Peer {
 public:
  virtual ~Peer() = default;
  // A credential of `owner` was shown on this connection: from now on it has a place among those of
  // its owner, which strangers do not use up. False: the owner has as many as it may, all of them
  // busy; the connection stays a stranger's.
  virtual bool Befriend(const std::string& owner) = 0;
};

// What a server counts; for metrics.
struct ServerStats {
  size_t strangers = 0;  // open connections on which no credential was shown
  size_t friends = 0;    // and the others
  uint64_t accepted = 0;
  uint64_t evicted = 0;          // closed so that another finds a place
  uint64_t turned_away = 0;      // by address, or since nobody could be evicted
  uint64_t accept_failures = 0;  // such as no descriptor left
  bool is_accepting = true;      // false while accepting pauses after a failure
};

// An HTTP/1.x server on one thread, whose requests are answered at any later time from any thread,
// so that one that waits costs no thread. Thread-safe.
class Server {
 public:
  // Called on the server's thread; must not block.
  using Handler = std::function<void(Request request, Peer& peer, const Responder& responder)>;

  struct Options {
    // Numbers, `localhost`, or an empty host: every address of this machine. Port 0: a free one.
    config::HostPort address;
    Limits limits;
    ConnectionPool::Bounds strangers = {256, 128};  // by address
    ConnectionPool::Bounds friends = {4096, 256};   // by owner
    Headers headers;                                // of every reply
    // How a refusal is worded; by default its sentence as plain text.
    std::function<Reply(const Refusal&)> refuse;
    // Unless empty, connections from elsewhere are closed at once, and the last address of
    // X-Forwarded-For is whom a request came from.
    std::vector<Network> proxies;
    std::optional<TlsPaths> tls;
    std::string_view thread = "http";  // its name, as of threads::StartNamed
    // What an operator should know, in one sentence; on the server's thread.
    std::function<void(std::string_view)> on_trouble;
  };

  // Listens, and serves at once. INVALID_ARGUMENT (no such address, TLS files that cannot be used),
  // UNAVAILABLE (the port is taken, or the machine refuses), each with one sentence.
  static absl::StatusOr<std::unique_ptr<Server>> Start(Options options, Handler handler);
  // Stops at once.
  ~Server();

  uint16_t port() const;
  ServerStats stats() const;

  // Accepts no more, gives requests that are being answered `within` to get their replies, and
  // closes what is left. Once it returns nothing of the handler or of a stream is called any more.
  void Stop(absl::Duration within);

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_SERVER_H_
