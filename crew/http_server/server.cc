#include "crew/http_server/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "crew/http_server/acceptor.h"
#include "crew/http_server/connection.h"
#include "crew/http_server/socket_transport.h"
#include "crew/status/status_macros.h"
#include "crew/threads/steady_condition.h"

namespace collie::http_server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto kCertificateEvery = std::chrono::seconds(2);

Reply PlainRefusal(const Refusal& refusal) {
  return {refusal.status, "text/plain; charset=utf-8", absl::StrCat(refusal.sentence, "\n"), {}};
}

std::string AddressOf(const tcp::socket& socket) {
  error_code error;
  const tcp::endpoint endpoint = socket.remote_endpoint(error);
  if (error) return "";
  asio::ip::address address = endpoint.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  }
  return address.to_string();
}

// Leaves most of the descriptors that this process may have to its stores and its other sockets.
ConnectionPool::Bounds Within(ConnectionPool::Bounds bounds, rlim_t share) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return bounds;
  bounds.all = std::min<size_t>(bounds.all, std::max<rlim_t>(limit.rlim_cur / share, 1));
  return bounds;
}

// Whom the proxy heard the request from: the last address that it wrote down.
std::string ForwardedFor(const Request& request) {
  std::string last;
  for (const auto& [name, value] : request.headers) {
    if (name == "x-forwarded-for") last = value;
  }
  const size_t comma = last.rfind(',');
  if (comma != std::string::npos) last.erase(0, comma + 1);
  return std::string(absl::StripAsciiWhitespace(last));
}

}  // namespace

class Server::Impl final : public ConnectionHost {
 public:
  Impl(Options options, Handler handler)
      : options_(std::move(options)),
        handler_(std::move(handler)),
        loop_(std::make_shared<Loop>(options_.thread)),
        strangers_(Within(options_.strangers, 8)),
        friends_(Within(options_.friends, 2)) {
    if (!options_.refuse) options_.refuse = PlainRefusal;
    if (!options_.on_trouble) options_.on_trouble = [](std::string_view) {};
  }
  ~Impl() override { Stop(absl::ZeroDuration()); }

  absl::Status Start();
  void Stop(absl::Duration within);
  uint16_t port() const { return port_; }
  ServerStats stats() const;

  const Limits& limits() const override { return options_.limits; }
  const Headers& common_headers() const override { return options_.headers; }
  Reply WordRefusal(const Refusal& refusal) override { return options_.refuse(refusal); }
  void OnRequest(Connection& from, Request request, Responder responder) override;
  void OnIdle(Connection& connection, bool is_idle) override;
  bool TakeBytes(const std::string& owner, size_t bytes) override;
  void GiveBytes(const std::string& owner, size_t bytes) override;
  void OnClosed(Connection& connection) override;

 private:
  // The handler's view of the connection of one request.
  struct RequestPeer final : Peer {
    RequestPeer(Impl& server, Connection& from) : server(server), from(from) {}
    bool Befriend(const std::string& owner) override { return server.Befriend(from, owner); }
    Impl& server;
    Connection& from;
  };

  void OnSocket(tcp::socket socket);
  bool IsWelcome(const std::string& address) const;
  // Makes a place for another of `owner`; false: there is none.
  bool MakePlace(const ConnectionPool& pool, const std::string& owner);
  bool Befriend(Connection& connection, const std::string& owner);
  void WatchCertificate();
  void Drain();
  void CloseAll();
  void Count();

  Options options_;
  const Handler handler_;
  const std::shared_ptr<Loop> loop_;
  uint16_t port_ = 0;

  // Of the loop's thread, once that runs.
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<asio::steady_timer> certificate_timer_;
  std::optional<TlsFiles> tls_;
  std::map<uint64_t, std::shared_ptr<Connection>> connections_;
  ConnectionPool strangers_;
  ConnectionPool friends_;
  absl::flat_hash_map<std::string, size_t> owner_bytes_;
  uint64_t next_id_ = 1;
  bool is_running_ = false;  // constant once Start has returned

  mutable absl::Mutex mu_;
  threads::SteadyCondition emptied_;  // notified when the last connection closed
  ServerStats stats_ ABSL_GUARDED_BY(mu_);
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
};

absl::Status Server::Impl::Start() {
  if (options_.tls) {
    COLLIE_ASSIGN_OR_RETURN(TlsFiles files, TlsFiles::Load(*options_.tls));
    tls_.emplace(std::move(files));
    certificate_timer_ = std::make_unique<asio::steady_timer>(loop_->io());
    WatchCertificate();
  }
  COLLIE_ASSIGN_OR_RETURN(
      acceptor_, Acceptor::Listen(loop_->io(), options_.address,
                                  {[this](tcp::socket socket) { OnSocket(std::move(socket)); },
                                   [this](std::string_view what) { options_.on_trouble(what); }}));
  port_ = acceptor_->port();
  acceptor_->Start();
  loop_->Start();
  is_running_ = true;
  return absl::OkStatus();
}

void Server::Impl::WatchCertificate() {
  certificate_timer_->expires_after(kCertificateEvery);
  certificate_timer_->async_wait([this](const error_code& error) {
    if (error) return;
    const absl::Status refreshed = tls_->Refresh();
    if (!refreshed.ok()) {
      options_.on_trouble(
          absl::StrCat(std::string(refreshed.message()), " The one from before stays in use."));
    }
    WatchCertificate();
  });
}

bool Server::Impl::IsWelcome(const std::string& address) const {
  return options_.proxies.empty() ||
         std::any_of(options_.proxies.begin(), options_.proxies.end(),
                     [&](const Network& proxy) { return proxy.Contains(address); });
}

bool Server::Impl::MakePlace(const ConnectionPool& pool, const std::string& owner) {
  const std::optional<ConnectionPool::Id> leaver = pool.Leaver(owner);
  if (!leaver) return false;
  const auto found = connections_.find(*leaver);
  if (found == connections_.end()) return true;
  {
    absl::MutexLock lock(&mu_);
    ++stats_.evicted;
  }
  const std::shared_ptr<Connection> leaving = found->second;
  leaving->Close();
  return true;
}

void Server::Impl::OnSocket(tcp::socket socket) {
  const std::string address = AddressOf(socket);
  const bool is_admitted = IsWelcome(address) && MakePlace(strangers_, address);
  {
    absl::MutexLock lock(&mu_);
    is_admitted ? ++stats_.accepted : ++stats_.turned_away;
  }
  if (!is_admitted) return;
  const uint64_t id = next_id_++;
  auto connection = std::make_shared<Connection>(
      id, address, MakeSocketTransport(std::move(socket), tls_ ? tls_->context() : nullptr), *this,
      loop_);
  connections_[id] = connection;
  strangers_.Add(id, address);
  Count();
  connection->Start();
}

bool Server::Impl::Befriend(Connection& connection, const std::string& owner) {
  if (connection.owner() == owner) return true;
  // Another credential on a connection that is a friend's already: a proxy's.
  if (!connection.owner().empty()) return true;
  if (!MakePlace(friends_, owner)) return false;
  strangers_.Remove(connection.id());
  friends_.Add(connection.id(), owner);
  connection.set_owner(owner);
  Count();
  return true;
}

void Server::Impl::OnRequest(Connection& from, Request request, Responder responder) {
  if (!options_.proxies.empty()) {
    const std::string address = ForwardedFor(request);
    if (!address.empty()) request.address = address;
  }
  RequestPeer peer(*this, from);
  handler_(std::move(request), peer, responder);
}

void Server::Impl::OnIdle(Connection& connection, bool is_idle) {
  strangers_.SetIdle(connection.id(), is_idle);
  friends_.SetIdle(connection.id(), is_idle);
}

bool Server::Impl::TakeBytes(const std::string& owner, size_t bytes) {
  if (bytes == 0) return true;
  size_t& taken = owner_bytes_[owner];
  // One reply is always allowed, however large.
  if (taken > 0 && taken + bytes > options_.limits.owner_bytes) return false;
  taken += bytes;
  return true;
}

void Server::Impl::GiveBytes(const std::string& owner, size_t bytes) {
  const auto found = owner_bytes_.find(owner);
  if (found == owner_bytes_.end()) return;
  found->second -= std::min(bytes, found->second);
  if (found->second == 0) owner_bytes_.erase(found);
}

void Server::Impl::OnClosed(Connection& connection) {
  strangers_.Remove(connection.id());
  friends_.Remove(connection.id());
  connections_.erase(connection.id());
  Count();
  if (connections_.empty()) emptied_.NotifyAll();
}

void Server::Impl::Count() {
  absl::MutexLock lock(&mu_);
  stats_.strangers = strangers_.size();
  stats_.friends = friends_.size();
}

ServerStats Server::Impl::stats() const {
  absl::MutexLock lock(&mu_);
  ServerStats stats = stats_;
  if (acceptor_ != nullptr) {
    stats.accept_failures = acceptor_->failures();
    stats.is_accepting = acceptor_->is_accepting();
  }
  return stats;
}

void Server::Impl::Drain() {
  if (acceptor_ != nullptr) acceptor_->Close();
  if (certificate_timer_ != nullptr) certificate_timer_->cancel();
  const auto open = connections_;
  for (const auto& [id, connection] : open) connection->Drain();
}

void Server::Impl::CloseAll() {
  const auto open = connections_;
  for (const auto& [id, connection] : open) connection->Close();
}

void Server::Impl::Stop(absl::Duration within) {
  {
    absl::MutexLock lock(&mu_);
    if (is_stopped_) return;
    is_stopped_ = true;
  }
  loop_->Post([this] { Drain(); });
  {
    absl::MutexLock lock(&mu_);
    const auto is_empty = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
      return stats_.strangers + stats_.friends == 0;
    };
    if (is_running_) emptied_.Await(mu_, is_empty, within);
  }
  loop_->End();
  // The thread is gone: what it had is this one's. What uses the loop's sockets goes before it.
  CloseAll();
  {
    absl::MutexLock lock(&mu_);
    acceptor_.reset();
  }
  certificate_timer_.reset();
  loop_->Drop();
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

absl::StatusOr<std::unique_ptr<Server>> Server::Start(Options options, Handler handler) {
  auto impl = std::make_unique<Impl>(std::move(options), std::move(handler));
  COLLIE_RETURN_IF_ERROR(impl->Start());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

uint16_t Server::port() const { return impl_->port(); }
ServerStats Server::stats() const { return impl_->stats(); }
void Server::Stop(absl::Duration within) { impl_->Stop(within); }

}  // namespace collie::http_server
