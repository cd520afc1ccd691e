#include "edge/sources/agent_processes.h"

#include <sys/socket.h>

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/files/owned_fd.h"
#include "crew/local/agent_processes.h"
#include "crew/local/peer.h"
#include "crew/local/socket_path.h"
#include "crew/log/log.h"

namespace collie::edge {
namespace {

// None: nobody listens there now.
std::optional<local::ProcessStamp> ListenerAt(const std::string& socket_path) {
  const absl::StatusOr<sockaddr_un> address = local::SocketAddress(socket_path);
  if (!address.ok()) return std::nullopt;
  const files::OwnedFd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (connect(fd.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof(*address)) != 0) {
    return std::nullopt;
  }
  const absl::StatusOr<local::Peer> peer = local::PeerOf(fd.get());
  if (!peer.ok()) return std::nullopt;
  const auto line = local::WithParents(peer->pid);
  return line.ok() ? std::optional(line->front()) : std::nullopt;
}

bool IsSame(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

void AgentProcesses::CheckOne(const std::string& socket, Seen& seen) const {
  struct stat found = {};
  if (stat(socket.c_str(), &found) != 0) return;
  const bool is_known =
      seen.process.has_value() && seen.file == found.st_ino && IsSame(seen.changed, found.st_ctim);
  if (is_known) return;
  seen = {found.st_ino, found.st_ctim, ListenerAt(socket)};
}

void AgentProcesses::Check(const std::vector<config::SourceEntry>& entries) {
  std::set<std::string> sockets;
  for (const config::SourceEntry& entry : entries) {
    if (!entry.remote()) sockets.insert(entry.socket);
  }
  std::erase_if(seen_, [&](const auto& one) { return !sockets.contains(one.first); });
  std::vector<local::ProcessStamp> agents;
  for (const std::string& socket : sockets) {
    Seen& seen = seen_[socket];
    CheckOne(socket, seen);
    if (seen.process.has_value()) agents.push_back(*seen.process);
  }
  if (written_ == agents) return;
  const absl::Status written = local::WriteAgentProcesses(file_, agents);
  if (written.ok()) written_ = std::move(agents);
  if (!written.ok() && !std::exchange(said_, true)) log::Warn("sources", written);
}

}  // namespace collie::edge
