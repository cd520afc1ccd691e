#include "crew/http_server/connection_pool.h"

namespace collie::http_server {

size_t ConnectionPool::CountOf(const std::string& owner) const {
  const auto found = counts_.find(owner);
  return found == counts_.end() ? 0 : found->second;
}

std::optional<ConnectionPool::Id> ConnectionPool::Leaver(const std::string& owner) const {
  const bool is_owner_full = CountOf(owner) >= bounds_.per_owner;
  if (!is_owner_full && places_.size() < bounds_.all) return 0;
  std::optional<Id> leaver;
  size_t most = 0;
  for (const auto& [id, place] : places_) {
    if (!place.is_idle || (is_owner_full && place.owner != owner)) continue;
    const size_t count = CountOf(place.owner);
    if (count <= most) continue;
    most = count;
    leaver = id;
  }
  return leaver;
}

void ConnectionPool::Add(Id id, const std::string& owner) {
  Remove(id);
  places_[id] = {owner, false};
  ++counts_[owner];
}

void ConnectionPool::SetIdle(Id id, bool is_idle) {
  const auto found = places_.find(id);
  if (found != places_.end()) found->second.is_idle = is_idle;
}

void ConnectionPool::Remove(Id id) {
  const auto found = places_.find(id);
  if (found == places_.end()) return;
  const auto count = counts_.find(found->second.owner);
  if (--count->second == 0) counts_.erase(count);
  places_.erase(found);
}

}  // namespace collie::http_server
