#include "relay/api/connections/connection_book.h"

#include <algorithm>

namespace collie::relay {
namespace {

constexpr uint64_t kDescriptorsOfOne = 2;

template <typename Map, typename Key>
void Drop(Map& map, const Key& key, ConnectionBook::Id id) {
  const auto found = map.find(key);
  if (found == map.end()) return;
  found->second.erase(id);
  if (found->second.empty()) map.erase(found);
}

}  // namespace

// Half of the descriptors are left to files, agents and the other listeners; a quarter of the
// connections may wait.
ConnectionBook::Bounds ConnectionBook::Bounds::Of(uint64_t descriptors) {
  Bounds bounds;
  const uint64_t most = std::max<uint64_t>(descriptors / 2 / kDescriptorsOfOne, 8);
  bounds.waiting = std::min<uint64_t>(bounds.waiting, most / 4);
  bounds.waiting_of_address = std::min<uint64_t>(bounds.waiting_of_address, bounds.waiting);
  bounds.of_peers = std::min<uint64_t>(bounds.of_peers, most - most / 4);
  return bounds;
}

ConnectionBook::Id ConnectionBook::Add(const RemoteAddress& remote, clock::Steady now,
                                       std::vector<Id>& ended) {
  std::vector<Id> over;
  const auto same = waiting_of_.find(remote.ip);
  if (same != waiting_of_.end() && same->second.size() >= bounds_.waiting_of_address) {
    over.push_back(*same->second.begin());
  } else if (waiting_.size() >= bounds_.waiting) {
    over.push_back(*waiting_.begin());
  }
  RemoveAll(over);
  ended.insert(ended.end(), over.begin(), over.end());
  const Id id = next_++;
  entries_.emplace(id, Entry{remote, now, ""});
  waiting_.insert(id);
  waiting_of_[remote.ip].insert(id);
  by_remote_[remote].insert(id);
  return id;
}

std::vector<ConnectionBook::Id> ConnectionBook::Called(const RemoteAddress& remote,
                                                       const std::string& peer) {
  std::vector<Id> over;
  const auto from = by_remote_.find(remote);
  if (from == by_remote_.end()) return over;
  for (const Id id : from->second) {
    Entry& entry = entries_.at(id);
    if (!entry.peer.empty()) continue;
    entry.peer = peer;
    waiting_.erase(id);
    Drop(waiting_of_, entry.remote.ip, id);
    std::set<Id>& of_peer = by_peer_[peer];
    of_peer.insert(id);
    if (of_peer.size() > bounds_.of_peer) {
      over.push_back(*of_peer.begin());
    } else if (of_peers() > bounds_.of_peers) {
      over.push_back(id);
    }
  }
  RemoveAll(over);
  return over;
}

std::vector<ConnectionBook::Id> ConnectionBook::Overdue(clock::Steady now) const {
  std::vector<Id> over;
  for (const Id id : waiting_) {
    if (entries_.at(id).since + bounds_.wait > now) break;
    over.push_back(id);
  }
  return over;
}

std::optional<clock::Steady> ConnectionBook::NextEnd() const {
  if (waiting_.empty()) return std::nullopt;
  return entries_.at(*waiting_.begin()).since + bounds_.wait;
}

std::vector<ConnectionBook::Id> ConnectionBook::OfPeer(const std::string& peer) const {
  const auto found = by_peer_.find(peer);
  if (found == by_peer_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

std::vector<std::string> ConnectionBook::Peers() const {
  std::vector<std::string> peers;
  for (const auto& [peer, ids] : by_peer_) peers.push_back(peer);
  return peers;
}

void ConnectionBook::Remove(Id id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  const Entry& entry = found->second;
  waiting_.erase(id);
  Drop(waiting_of_, entry.remote.ip, id);
  Drop(by_remote_, entry.remote, id);
  Drop(by_peer_, entry.peer, id);
  entries_.erase(found);
}

void ConnectionBook::RemoveAll(const std::vector<Id>& ids) {
  for (const Id id : ids) Remove(id);
}

}  // namespace collie::relay
