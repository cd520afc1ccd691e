#ifndef COLLIE_CREW_HTTP_SERVER_CONNECTION_POOL_H_
#define COLLIE_CREW_HTTP_SERVER_CONNECTION_POOL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"

namespace collie::http_server {

// The connections of one kind, bounded in all and by owner (an address, or whose credential was
// shown). When there is no place the oldest idle one of whoever has the most leaves, so that those
// of one owner use up nobody else's. Pure; not thread-safe.
class ConnectionPool {
 public:
  struct Bounds {
    size_t all = 0;
    size_t per_owner = 0;
  };
  using Id = uint64_t;  // the higher, the younger

  explicit ConnectionPool(Bounds bounds) : bounds_(bounds) {}

  // What has to leave so that another of `owner` finds a place. nullopt: nothing can leave. 0:
  // there is a place.
  std::optional<Id> Leaver(const std::string& owner) const;
  // Adds one that is not idle.
  void Add(Id id, const std::string& owner);
  void SetIdle(Id id, bool is_idle);
  // Nothing happens where it is not in here.
  void Remove(Id id);

  bool Contains(Id id) const { return places_.contains(id); }
  size_t size() const { return places_.size(); }
  size_t CountOf(const std::string& owner) const;

 private:
  struct Place {
    std::string owner;
    bool is_idle = false;
  };

  const Bounds bounds_;
  std::map<Id, Place> places_;
  absl::flat_hash_map<std::string, size_t> counts_;  // by owner
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_CONNECTION_POOL_H_
