#ifndef COLLIE_CREW_HTTP_SERVER_ACCEPTOR_H_
#define COLLIE_CREW_HTTP_SERVER_ACCEPTOR_H_

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "crew/config/address.h"

namespace collie::http_server {

// The socket that listens. Where the machine has no descriptor left it backs off for a moment and
// goes on, however often. Called, and calls back, on the loop's thread; the counts may be read by
// any.
class Acceptor {
 public:
  struct Callbacks {
    std::function<void(boost::asio::ip::tcp::socket)> on_socket;
    std::function<void(std::string_view)> on_trouble;  // once until it accepts again
  };

  static constexpr int kPauseMilliseconds = 100;

  // Listens. Errors as of Server::Start. Before the loop runs.
  static absl::StatusOr<std::unique_ptr<Acceptor>> Listen(boost::asio::io_context& io,
                                                          const config::HostPort& address,
                                                          Callbacks callbacks);

  void Start() { AcceptNext(); }
  void Close();

  uint16_t port() const { return port_; }
  uint64_t failures() const { return failures_; }
  bool is_accepting() const { return is_accepting_; }

 private:
  Acceptor(boost::asio::io_context& io, Callbacks callbacks)
      : acceptor_(io), timer_(io), callbacks_(std::move(callbacks)) {}

  void AcceptNext();
  void OnFailure(const boost::system::error_code& error);

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer timer_;
  const Callbacks callbacks_;
  uint16_t port_ = 0;
  bool is_closed_ = false;
  std::atomic<uint64_t> failures_ = 0;
  std::atomic<bool> is_accepting_ = true;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_ACCEPTOR_H_
