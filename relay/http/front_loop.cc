#include "relay/http/front_loop.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "absl/strings/string_view.h"

namespace collie::relay {
namespace {

// Ids of events that are no connection's; those count from 2.
constexpr uint64_t kListener = 0;
constexpr uint64_t kWake = 1;
constexpr int kEventsAtOnce = 64;
constexpr int kAcceptsAtOnce = 64;
constexpr size_t kReadAtOnce = 16 << 10;
constexpr size_t kLargeReply = 64 << 10;
constexpr absl::Duration kAcceptPause = absl::Milliseconds(100);

bool WouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

std::string AddressText(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
  } else {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
  }
  return text.data();
}

// Whether the peer sent on before it was answered.
bool HasUnreadBytes(int fd) {
  char byte = 0;
  return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

}  // namespace

FrontLoop::FrontLoop(DoorListener listener, Options options, Submit submit,
                     const clock::Clock& clock)
    : options_(options),
      submit_(std::move(submit)),
      clock_(clock),
      listener_(std::move(listener)) {}

FrontLoop::~FrontLoop() = default;

absl::Status FrontLoop::Prepare() {
  epoll_ = OwnedFd(epoll_create1(EPOLL_CLOEXEC));
  wake_ = OwnedFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kWake;
  if (!epoll_.is_open() || !wake_.is_open() ||
      epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) != 0) {
    return absl::UnavailableError(
        "The HTTP API cannot open: no descriptors are left: raise the limit of open "
        "files.");
  }
  WatchListener(true);
  return absl::OkStatus();
}

void FrontLoop::Run() {
  std::array<epoll_event, kEventsAtOnce> events;
  while (!IsDone()) {
    const int count = epoll_wait(epoll_.get(), events.data(), kEventsAtOnce, NextWait());
    for (int i = 0; i < count; ++i) OnEvent(events[i].data.u64, events[i].events);
    ExpireDue();
  }
  live_.clear();
}

void FrontLoop::Deliver(uint64_t connection, HttpReply reply) {
  {
    absl::MutexLock lock(&mu_);
    mail_.emplace_back(connection, std::move(reply));
  }
  eventfd_write(wake_.get(), 1);
}

void FrontLoop::Stop(absl::Duration within) {
  {
    absl::MutexLock lock(&mu_);
    if (!stop_asked_) stop_asked_ = clock_.Now() + within;
  }
  eventfd_write(wake_.get(), 1);
}

bool FrontLoop::IsDone() { return stop_at_ && (live_.empty() || clock_.Now() >= *stop_at_); }

// At most some hundred connections: a scan of all is cheaper than an order.
int FrontLoop::NextWait() const {
  std::optional<clock::Steady> next = stop_at_;
  const auto consider = [&next](std::optional<clock::Steady> at) {
    if (at && (!next || *at < *next)) next = at;
  };
  consider(accept_retry_at_);
  for (const auto& [id, live] : live_) consider(live->connection.Deadline());
  if (!next) return -1;
  const int64_t ms = absl::ToInt64Milliseconds(*next - clock_.Now()) + 1;
  return static_cast<int>(std::clamp<int64_t>(ms, 0, std::numeric_limits<int>::max()));
}

void FrontLoop::OnEvent(uint64_t id, uint32_t events) {
  if (id == kListener) return Accept();
  if (id == kWake) return TakeMail();
  const auto found = live_.find(id);
  if (found == live_.end()) return;
  Live& live = *found->second;
  if ((events & EPOLLIN) != 0 && live.connection.WantsBytes()) {
    Read(live);
  } else if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
    live.is_gone = true;
  }
  Pump(id, live);
}

void FrontLoop::Accept() {
  for (int i = 0; i < kAcceptsAtOnce; ++i) {
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    OwnedFd fd(accept4(listener_.fd.get(), reinterpret_cast<sockaddr*>(&address), &size,
                       SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (fd.is_open()) {
      Adopt(std::move(fd), AddressText(address));
      continue;
    }
    if (WouldBlock(errno)) return;
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      accept_retry_at_ = clock_.Now() + kAcceptPause;
      return WatchListener(false);
    }
  }
}

bool FrontLoop::HasRoomFor(const std::string& address) const {
  const auto found = per_address_.find(address);
  return live_.size() < options_.connections &&
         (found == per_address_.end() || found->second < options_.per_address);
}

void FrontLoop::Adopt(OwnedFd fd, std::string address) {
  if (!HasRoomFor(address)) {
    const std::string bytes = ClosingReplyBytes(OverloadedReply());
    (void)send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return;
  }
  const int on = 1;
  setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  const uint64_t id = next_id_++;
  ++per_address_[address];
  auto live =
      std::make_unique<Live>(std::move(fd), std::move(address), options_.limits, clock_.Now());
  Live& adopted = *live;
  live_.emplace(id, std::move(live));
  epoll_event event{};
  event.data.u64 = id;
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, adopted.fd.get(), &event) != 0) return End(id);
  Watch(id, adopted);
}

void FrontLoop::TakeMail() {
  eventfd_t count = 0;
  eventfd_read(wake_.get(), &count);
  std::vector<std::pair<uint64_t, HttpReply>> mail;
  std::optional<clock::Steady> stop;
  {
    absl::MutexLock lock(&mu_);
    mail.swap(mail_);
    stop = stop_asked_;
  }
  for (auto& [id, reply] : mail) {
    const auto found = live_.find(id);
    if (found == live_.end()) continue;
    Answer(*found->second, std::move(reply));
    Pump(id, *found->second);
  }
  if (stop && !stop_at_) BeginStop(*stop);
}

void FrontLoop::BeginStop(clock::Steady until) {
  stop_at_ = until;
  accept_retry_at_.reset();
  listener_.fd.Close();
  std::vector<uint64_t> waiting;
  for (const auto& [id, live] : live_) {
    if (live->connection.WantsBytes()) waiting.push_back(id);
  }
  for (const uint64_t id : waiting) End(id);
}

void FrontLoop::Answer(Live& live, HttpReply reply) {
  if (live.connection.state() != HttpConnection::State::kRunning) return;
  size_t waiting = 0;
  for (const auto& [id, other] : live_) waiting += other->connection.Output().size();
  // Readers that do not read must not fill the memory. A receipt is small, and always sent.
  if (reply.bytes.size() > kLargeReply && waiting + reply.bytes.size() > options_.reply_bytes) {
    reply = {ClosingReplyBytes(OverloadedReply()), false};
  }
  if (stop_at_ || HasUnreadBytes(live.fd.get())) reply.keep_alive = false;
  live.connection.Answer(std::move(reply), clock_.Now());
}

void FrontLoop::Read(Live& live) {
  std::array<char, kReadAtOnce> bytes;
  const ssize_t count = recv(live.fd.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count > 0) {
    live.connection.Receive({bytes.data(), static_cast<size_t>(count)}, clock_.Now());
  } else if (count == 0) {
    live.connection.PeerEnded();
  } else if (!WouldBlock(errno)) {
    live.is_gone = true;
  }
}

void FrontLoop::Write(Live& live) {
  while (!live.connection.Output().empty()) {
    const absl::string_view output = live.connection.Output();
    const ssize_t count =
        send(live.fd.get(), output.data(), output.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0) {
      live.is_gone = live.is_gone || !WouldBlock(errno);
      return;
    }
    live.connection.Wrote(static_cast<size_t>(count), clock_.Now());
  }
  if (live.connection.state() == HttpConnection::State::kLingering) {
    shutdown(live.fd.get(), SHUT_WR);
  }
}

void FrontLoop::Pump(uint64_t id, Live& live) {
  if (live.connection.state() == HttpConnection::State::kRunning) {
    if (std::optional<HttpRequest> request = live.connection.TakeRequest()) {
      if (!submit_(id, *std::move(request))) {
        Answer(live, {ClosingReplyBytes(OverloadedReply()), false});
      }
    }
  }
  if (!live.is_gone && !live.connection.Output().empty()) Write(live);
  const HttpConnection::State state = live.connection.state();
  const bool is_over = state == HttpConnection::State::kClosed ||
                       (stop_at_ && state == HttpConnection::State::kIdle);
  if (live.is_gone || is_over) return End(id);
  Watch(id, live);
}

void FrontLoop::Watch(uint64_t id, Live& live) {
  const uint32_t interest = live.connection.WantsBytes()       ? EPOLLIN
                            : live.connection.Output().empty() ? 0U
                                                               : EPOLLOUT;
  if (interest == live.interest) return;
  epoll_event event{};
  event.events = interest;
  event.data.u64 = id;
  epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, live.fd.get(), &event);
  live.interest = interest;
}

void FrontLoop::End(uint64_t id) {
  const auto found = live_.find(id);
  const auto count = per_address_.find(found->second->address);
  if (--count->second == 0) per_address_.erase(count);
  live_.erase(found);
}

void FrontLoop::ExpireDue() {
  const clock::Steady now = clock_.Now();
  if (accept_retry_at_ && now >= *accept_retry_at_) {
    accept_retry_at_.reset();
    WatchListener(true);
  }
  std::vector<uint64_t> due;
  for (const auto& [id, live] : live_) {
    const std::optional<clock::Steady> deadline = live->connection.Deadline();
    if (deadline && *deadline <= now) due.push_back(id);
  }
  for (const uint64_t id : due) {
    Live& live = *live_.at(id);
    live.connection.DeadlinePassed(now);
    Pump(id, live);
  }
}

void FrontLoop::WatchListener(bool on) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kListener;
  epoll_ctl(epoll_.get(), on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, listener_.fd.get(), &event);
}

}  // namespace collie::relay
