#include "crew/http_server/acceptor.h"

#include <boost/asio/ip/v6_only.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::http_server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr int kBacklog = 512;

absl::StatusOr<tcp::endpoint> EndpointOf(const config::HostPort& address) {
  if (address.host.empty()) return tcp::endpoint(tcp::v6(), address.port);
  const bool is_localhost = absl::EqualsIgnoreCase(address.host, "localhost");
  error_code error;
  // A name that is looked up may lead anywhere.
  const auto host = asio::ip::make_address(is_localhost ? "127.0.0.1" : address.host, error);
  if (!error) return tcp::endpoint(host, address.port);
  return absl::InvalidArgumentError(
      absl::StrCat("'", address.ToString(),
                   "' names no address: write one in numbers, such as 127.0.0.1:8787."));
}

error_code Open(tcp::acceptor& acceptor, const tcp::endpoint& endpoint, bool is_any) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && is_any && endpoint.protocol() == tcp::v6()) {
    acceptor.set_option(asio::ip::v6_only(false), error);
  }
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(kBacklog, error);
  if (error && acceptor.is_open()) {
    error_code ignored;
    acceptor.close(ignored);
  }
  return error;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Acceptor>> Acceptor::Listen(asio::io_context& io,
                                                           const config::HostPort& address,
                                                           Callbacks callbacks) {
  COLLIE_ASSIGN_OR_RETURN(const tcp::endpoint endpoint, EndpointOf(address));
  std::unique_ptr<Acceptor> acceptor(new Acceptor(io, std::move(callbacks)));
  error_code error = Open(acceptor->acceptor_, endpoint, address.host.empty());
  if (error == asio::error::address_family_not_supported && address.host.empty()) {
    error = Open(acceptor->acceptor_, tcp::endpoint(tcp::v4(), address.port), true);
  }
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen at ", address.ToString(), ": ", error.message()));
  }
  acceptor->port_ = acceptor->acceptor_.local_endpoint(error).port();
  return acceptor;
}

void Acceptor::Close() {
  is_closed_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  timer_.cancel(ignored);
}

void Acceptor::AcceptNext() {
  acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
    if (is_closed_ || error == asio::error::operation_aborted) return;
    if (error == asio::error::connection_aborted) return AcceptNext();
    if (error) return OnFailure(error);
    is_accepting_ = true;
    callbacks_.on_socket(std::move(socket));
    AcceptNext();
  });
}

void Acceptor::OnFailure(const error_code& error) {
  ++failures_;
  if (is_accepting_.exchange(false)) {
    callbacks_.on_trouble(absl::StrCat("connections wait, since none can be accepted now: ",
                                       error.message(), "; it is tried again every moment"));
  }
  timer_.expires_after(std::chrono::milliseconds(kPauseMilliseconds));
  timer_.async_wait([this](const error_code& failed) {
    if (!failed && !is_closed_) AcceptNext();
  });
}

}  // namespace collie::http_server
