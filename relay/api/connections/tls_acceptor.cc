#include "relay/api/connections/tls_acceptor.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "crew/status/status_macros.h"
#include "crew/threads/named_thread.h"
#include "relay/api/connections/client_hello.h"
#include "relay/api/connections/listening.h"

namespace collie::relay {
namespace {

// What epoll says of sockets that are no connection: above every id.
constexpr uint64_t kStop = ~uint64_t{0};
constexpr uint64_t kListening = uint64_t{1} << 63;

constexpr int kEvents = 64;
constexpr int kAcceptedAtOnce = 64;  // then the connections have their turn
constexpr absl::Duration kPause = absl::Milliseconds(100);

void Watch(int epoll, int operation, int fd, uint32_t events, uint64_t id) {
  epoll_event event = {};
  event.events = events;
  event.data.u64 = id;
  epoll_ctl(epoll, operation, fd, &event);
}

void SetOption(int fd, int level, int name, int value) {
  setsockopt(fd, level, name, &value, sizeof(value));
}

// A peer that vanished is noticed by the kernel too, which keeps its own time.
void KeepAlive(int fd) {
  SetOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  SetOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  SetOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, 30);
  SetOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, 10);
  SetOption(fd, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

bool IsTransient(int error) {
  return error == EINTR || error == ECONNABORTED || error == EPROTO || error == ENETDOWN ||
         error == EHOSTUNREACH || error == ENETUNREACH;
}

}  // namespace

absl::StatusOr<std::unique_ptr<TlsAcceptor>> TlsAcceptor::Open(const Options& options,
                                                               const clock::Clock& clock,
                                                               OnConnection on_connection) {
  COLLIE_ASSIGN_OR_RETURN(std::vector<files::OwnedFd> listening, ListenOn(options.address));
  files::OwnedFd epoll(epoll_create1(EPOLL_CLOEXEC));
  files::OwnedFd stop(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!epoll.is_open() || !stop.is_open()) return absl::UnavailableError(std::strerror(errno));
  return std::unique_ptr<TlsAcceptor>(new TlsAcceptor(std::move(listening), std::move(epoll),
                                                      std::move(stop), options, clock,
                                                      std::move(on_connection)));
}

TlsAcceptor::TlsAcceptor(std::vector<files::OwnedFd> listening, files::OwnedFd epoll,
                         files::OwnedFd stop, const Options& options, const clock::Clock& clock,
                         OnConnection on_connection)
    : listening_(std::move(listening)),
      epoll_(std::move(epoll)),
      stop_(std::move(stop)),
      port_(PortOf(listening_.front())),
      clock_(clock),
      on_connection_(std::move(on_connection)),
      book_(options.bounds) {
  Watch(epoll_.get(), EPOLL_CTL_ADD, stop_.get(), EPOLLIN, kStop);
  for (size_t i = 0; i < listening_.size(); ++i) {
    Watch(epoll_.get(), EPOLL_CTL_ADD, listening_[i].get(), EPOLLIN, kListening + i);
  }
}

void TlsAcceptor::Start() {
  thread_ = threads::StartNamed("accept", [this] { Loop(); });
}

TlsAcceptor::~TlsAcceptor() {
  Stop();
  absl::MutexLock lock(&mu_);
  for (const auto& [id, connection] : connections_) shutdown(connection.fd.get(), SHUT_RDWR);
}

void TlsAcceptor::Stop() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(stop_.get(), &one, sizeof(one));
  if (thread_.joinable()) thread_.join();
}

void TlsAcceptor::Called(std::string_view grpc_peer, const std::string& peer) {
  const std::optional<RemoteAddress> remote = RemoteAddress::Parse(grpc_peer);
  if (!remote.has_value()) return;
  absl::MutexLock lock(&mu_);
  EndLocked(book_.Called(*remote, peer));
}

size_t TlsAcceptor::EndPeer(const std::string& peer) {
  absl::MutexLock lock(&mu_);
  const std::vector<Id> over = book_.OfPeer(peer);
  EndLocked(over);
  return over.size();
}

std::vector<std::string> TlsAcceptor::Peers() const {
  absl::MutexLock lock(&mu_);
  return book_.Peers();
}

TlsAcceptor::Counts TlsAcceptor::counts() const {
  absl::MutexLock lock(&mu_);
  Counts counts = counts_;
  counts.waiting = book_.waiting();
  counts.of_peers = book_.of_peers();
  return counts;
}

void TlsAcceptor::Loop() {
  std::array<epoll_event, kEvents> events;
  while (true) {
    const int count = epoll_wait(epoll_.get(), events.data(), kEvents, NextTimeoutMs());
    for (int i = 0; i < count; ++i) {
      if (events[i].data.u64 == kStop) return;
      OnEvent(events[i].data.u64, events[i].events);
    }
    ResumeIfDue();
    EndOverdue();
  }
}

int TlsAcceptor::NextTimeoutMs() const {
  std::optional<clock::Steady> next = paused_until_;
  {
    absl::MutexLock lock(&mu_);
    const std::optional<clock::Steady> end = book_.NextEnd();
    if (end.has_value() && (!next.has_value() || *end < *next)) next = end;
  }
  if (!next.has_value()) return -1;
  const int64_t ms = absl::ToInt64Milliseconds(*next - clock_.Now()) + 1;
  return static_cast<int>(std::clamp<int64_t>(ms, 0, 60'000));
}

void TlsAcceptor::OnEvent(uint64_t id, uint32_t events) {
  if (id >= kListening) return AcceptAll(listening_[id - kListening].get());
  if ((events & (EPOLLHUP | EPOLLERR)) != 0) {
    absl::MutexLock lock(&mu_);
    book_.Remove(id);
    connections_.erase(id);
    return;
  }
  OnHello(id, (events & EPOLLRDHUP) != 0);
}

void TlsAcceptor::AcceptAll(int listening) {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    files::OwnedFd fd(accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!fd.is_open() && errno != EAGAIN) {
      if (IsTransient(errno)) continue;
      return Pause(errno);
    }
    Recover();
    if (!fd.is_open()) return;
    Take(std::move(fd));
  }
}

void TlsAcceptor::Take(files::OwnedFd fd) {
  const std::optional<RemoteAddress> remote = RemoteAddress::Of(fd.get());
  if (!remote.has_value()) return;
  KeepAlive(fd.get());
  absl::MutexLock lock(&mu_);
  ++counts_.accepted;
  std::vector<Id> over;
  const Id id = book_.Add(*remote, clock_.Now(), over);
  EndLocked(over);
  Watch(epoll_.get(), EPOLL_CTL_ADD, fd.get(), EPOLLIN | EPOLLRDHUP, id);
  connections_.emplace(id, Connection{std::move(fd), false});
}

// The bytes stay in the socket: the server reads them again.
void TlsAcceptor::OnHello(Id id, bool no_more_comes) {
  const std::optional<int> fd = NotHandedOver(id);
  if (!fd.has_value()) return;
  std::array<char, kMostHelloBytes> bytes;
  const ssize_t count = recv(*fd, bytes.data(), bytes.size(), MSG_PEEK);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  const ClientHello hello =
      count <= 0 ? ClientHello() : ReadClientHello({bytes.data(), static_cast<size_t>(count)});
  if (hello.state == ClientHello::State::kComplete) return HandOver(id, *fd, hello.server_name);
  if (hello.state == ClientHello::State::kNotTls || no_more_comes) return End({id});
  // Readable again once so much is there.
  SetOption(*fd, SOL_SOCKET, SO_RCVLOWAT, static_cast<int>(hello.needed));
}

std::optional<int> TlsAcceptor::NotHandedOver(Id id) const {
  absl::MutexLock lock(&mu_);
  const auto found = connections_.find(id);
  const bool waits =
      found != connections_.end() && !found->second.is_handed_over && !found->second.is_ended;
  return waits ? std::optional(found->second.fd.get()) : std::nullopt;
}

void TlsAcceptor::HandOver(Id id, int fd, const std::string& server_name) {
  SetOption(fd, SOL_SOCKET, SO_RCVLOWAT, 1);
  files::OwnedFd handed(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (!handed.is_open()) return End({id});
  // From now on only the end of the connection is of interest here.
  Watch(epoll_.get(), EPOLL_CTL_MOD, fd, 0, id);
  {
    absl::MutexLock lock(&mu_);
    connections_.at(id).is_handed_over = true;
  }
  on_connection_(handed.Release(), server_name);
}

void TlsAcceptor::Pause(int error) {
  paused_until_ = clock_.Now() + kPause;
  WatchListening(0);
  {
    absl::MutexLock lock(&mu_);
    ++counts_.pauses;
    counts_.out_of_descriptors = true;
  }
  if (std::exchange(is_out_, true)) return;
  log::Warn("accept", absl::StrCat("no connection can be accepted now (", std::strerror(error),
                                   "): it is tried again ten times a second; raise the limit of "
                                   "open files if this stays."));
}

void TlsAcceptor::Recover() {
  if (!std::exchange(is_out_, false)) return;
  {
    absl::MutexLock lock(&mu_);
    counts_.out_of_descriptors = false;
  }
  log::Info("accept", "connections are accepted again");
}

void TlsAcceptor::ResumeIfDue() {
  if (!paused_until_.has_value() || clock_.Now() < *paused_until_) return;
  paused_until_.reset();
  WatchListening(EPOLLIN);
}

void TlsAcceptor::WatchListening(uint32_t events) {
  for (size_t i = 0; i < listening_.size(); ++i) {
    Watch(epoll_.get(), EPOLL_CTL_MOD, listening_[i].get(), events, kListening + i);
  }
}

void TlsAcceptor::EndOverdue() {
  absl::MutexLock lock(&mu_);
  EndLocked(book_.Overdue(clock_.Now()));
}

void TlsAcceptor::End(const std::vector<Id>& ids) {
  absl::MutexLock lock(&mu_);
  EndLocked(ids);
}

// The thread closes it once epoll says that it is shut: nobody else does, so that a descriptor that
// the thread looks at is still the same.
void TlsAcceptor::EndLocked(const std::vector<Id>& ids) {
  for (const Id id : ids) {
    book_.Remove(id);
    const auto found = connections_.find(id);
    if (found == connections_.end() || std::exchange(found->second.is_ended, true)) continue;
    shutdown(found->second.fd.get(), SHUT_RDWR);
    ++counts_.ended;
  }
}

}  // namespace collie::relay
