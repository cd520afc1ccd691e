#ifndef COLLIE_RELAY_HTTP_WAITING_ROOM_H_
#define COLLIE_RELAY_HTTP_WAITING_ROOM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "relay/acts/act_reply.h"

namespace collie::relay {

// The slots in which requests wait on agents: fewer than the pool has threads, so that requests
// without an agent are always answered. Thread-safe.
class WaitingRoom {
 public:
  explicit WaitingRoom(size_t places);
  ~WaitingRoom();

  // Runs `wait` in a slot. False: all are taken, and nothing ran.
  bool Enter(const std::function<void()>& wait);

  // Begins an act with a callback for its answer, and waits for that `most` at most. nullopt: it
  // did not come in time, or the waits were ended; a later answer is dropped. The callback may
  // come on any thread, also after this object is gone.
  std::optional<ActReply> Await(const std::function<void(ActDone)>& begin, absl::Duration most);

  // Ends every wait for an act, now and from now on.
  void Empty();
  bool IsEmptied() const;

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_WAITING_ROOM_H_
