#ifndef COLLIE_RELAY_API_CONNECTIONS_CONNECTION_BOOK_H_
#define COLLIE_RELAY_API_CONNECTIONS_CONNECTION_BOOK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "relay/api/connections/remote_address.h"

namespace collie::relay {

// Which connections a listener has, and which of them must end. A connection *waits* until its
// first call, which only a listed peer can make; from then on it is that peer's. Strangers use up
// the places of those that wait, never those of peers. Pure; not thread-safe.
class ConnectionBook {
 public:
  using Id = uint64_t;

  struct Bounds {
    size_t waiting = 256;             // in all; for one more the oldest ends
    size_t waiting_of_address = 128;  // the same by address
    size_t of_peers = 4096;           // in all; one more ends
    size_t of_peer = 16;              // by peer; for one more its oldest ends
    absl::Duration wait = absl::Seconds(10);

    // What fits into so many descriptors, of which a connection takes two.
    static Bounds Of(uint64_t descriptors);
  };

  explicit ConnectionBook(const Bounds& bounds) : bounds_(bounds) {}

  // A new one, which waits. `ended`: those that must end for it.
  Id Add(const RemoteAddress& remote, clock::Steady now, std::vector<Id>& ended);
  // A call of this peer came from there. Returns those that must end.
  std::vector<Id> Called(const RemoteAddress& remote, const std::string& peer);
  // Those that waited for too long.
  std::vector<Id> Overdue(clock::Steady now) const;
  // When the next one will have; none: none waits.
  std::optional<clock::Steady> NextEnd() const;
  // The connections of this peer.
  std::vector<Id> OfPeer(const std::string& peer) const;
  std::vector<std::string> Peers() const;
  // It is closed. Unknown ids are ignored.
  void Remove(Id id);

  size_t waiting() const { return waiting_.size(); }
  size_t of_peers() const { return entries_.size() - waiting_.size(); }

 private:
  using Address = std::array<uint8_t, 16>;
  struct Entry {
    RemoteAddress remote;
    clock::Steady since;
    std::string peer;  // empty while it waits
  };

  void RemoveAll(const std::vector<Id>& ids);

  const Bounds bounds_;
  Id next_ = 1;
  std::map<Id, Entry> entries_;
  std::set<Id> waiting_;  // the oldest first, as ids rise
  std::map<Address, std::set<Id>> waiting_of_;
  std::map<RemoteAddress, std::set<Id>> by_remote_;
  std::map<std::string, std::set<Id>> by_peer_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_CONNECTIONS_CONNECTION_BOOK_H_
