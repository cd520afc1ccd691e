#include "crew/http_server/socket_transport.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <string>
#include <utility>

namespace collie::http_server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr size_t kReadBytes = 4 << 10;

// What is shared by the operations under way, so that a transport may be destroyed beside them:
// they end with an error, and call nobody.
template <typename Stream>
struct Shared {
  template <typename... Arguments>
  explicit Shared(Arguments&&... arguments)
      : stream(std::forward<Arguments>(arguments)...), timer(stream.get_executor()) {}

  Stream stream;
  asio::steady_timer timer;
  int timer_number = 0;  // of the newest setting; an older one that has come due is dropped
  std::shared_ptr<asio::ssl::context> tls;
  std::array<char, kReadBytes> in;
  bool is_closed = false;
};

tcp::socket& SocketOf(tcp::socket& socket) { return socket; }
tcp::socket& SocketOf(asio::ssl::stream<tcp::socket>& stream) { return stream.next_layer(); }

template <typename Stream>
class SocketTransport : public Transport {
 public:
  using State = Shared<Stream>;

  explicit SocketTransport(std::shared_ptr<State> state) : state_(std::move(state)) {
    error_code ignored;
    SocketOf(state_->stream).set_option(tcp::no_delay(true), ignored);
  }
  ~SocketTransport() override { Close(); }

  void Read(std::function<void(std::string_view)> done) override {
    state_->stream.async_read_some(
        asio::buffer(state_->in),
        [state = state_, done = std::move(done)](const error_code& error, size_t count) {
          if (state->is_closed) return;
          done(error ? std::string_view() : std::string_view(state->in.data(), count));
        });
  }

  void Write(std::vector<std::string_view> pieces, std::function<void(bool)> done) override {
    std::vector<asio::const_buffer> buffers;
    for (const std::string_view piece : pieces) buffers.emplace_back(piece.data(), piece.size());
    asio::async_write(state_->stream, buffers,
                      [state = state_, done = std::move(done)](const error_code& error, size_t) {
                        if (!state->is_closed) done(!error);
                      });
  }

  void SetTimer(absl::Duration after, std::function<void()> done) override {
    const int number = ++state_->timer_number;
    if (after == absl::InfiniteDuration()) {
      boost::system::error_code ignored;
      state_->timer.cancel(ignored);
      return;
    }
    state_->timer.expires_after(absl::ToChronoNanoseconds(after));
    state_->timer.async_wait(
        [state = state_, number, done = std::move(done)](const error_code& error) {
          if (error || state->is_closed || state->timer_number != number) return;
          done();
        });
  }

  void Close() override {
    if (state_->is_closed) return;
    state_->is_closed = true;
    error_code ignored;
    state_->timer.cancel(ignored);
    SocketOf(state_->stream).close(ignored);
  }

 protected:
  const std::shared_ptr<State> state_;
};

class PlainTransport final : public SocketTransport<tcp::socket> {
 public:
  using SocketTransport::SocketTransport;

  void Handshake(std::function<void(bool)> done) override { done(true); }
  void EndWrites(std::function<void()> done) override {
    error_code ignored;
    state_->stream.shutdown(tcp::socket::shutdown_send, ignored);
    done();
  }
};

class TlsTransport final : public SocketTransport<asio::ssl::stream<tcp::socket>> {
 public:
  using SocketTransport::SocketTransport;

  void Handshake(std::function<void(bool)> done) override {
    state_->stream.async_handshake(
        asio::ssl::stream_base::server,
        [state = state_, done = std::move(done)](const error_code& error) {
          if (!state->is_closed) done(!error);
        });
  }
  // Also waits for the peer's own end; the caller's timer bounds that.
  void EndWrites(std::function<void()> done) override {
    state_->stream.async_shutdown([state = state_, done = std::move(done)](const error_code&) {
      if (!state->is_closed) done();
    });
  }
};

}  // namespace

std::unique_ptr<Transport> MakeSocketTransport(tcp::socket socket,
                                               std::shared_ptr<asio::ssl::context> tls) {
  if (tls == nullptr) {
    return std::make_unique<PlainTransport>(
        std::make_shared<PlainTransport::State>(std::move(socket)));
  }
  auto state = std::make_shared<TlsTransport::State>(std::move(socket), *tls);
  state->tls = std::move(tls);
  return std::make_unique<TlsTransport>(std::move(state));
}

}  // namespace collie::http_server
