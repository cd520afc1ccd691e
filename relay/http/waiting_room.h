#ifndef COLLIE_RELAY_HTTP_WAITING_ROOM_H_
#define COLLIE_RELAY_HTTP_WAITING_ROOM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "relay/http/door_backend.h"

namespace collie::relay {

// Where requests wait on agents: it has fewer places than the pool has threads, so that what needs
// no agent is always answered. Thread-safe.
class WaitingRoom {
 public:
  explicit WaitingRoom(size_t places);
  ~WaitingRoom();

  // Runs `wait` in a place of the room. False: all are taken, and nothing ran.
  bool Enter(const std::function<void()>& wait);

  // Begins an act with a callback for its answer, and waits for that `most` at most. nullopt: it
  // did not come in time, or the room was emptied; a later answer goes nowhere. The callback may
  // come on any thread, also after the room is gone.
  std::optional<ActAnswer> Await(const std::function<void(std::function<void(ActAnswer)>)>& begin,
                                 absl::Duration most);

  // Ends every wait for an act, now and from now on.
  void Empty();
  bool IsEmptied() const;

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_WAITING_ROOM_H_
