#ifndef COLLIE_RELAY_HTTP_DOOR_ROUTES_H_
#define COLLIE_RELAY_HTTP_DOOR_ROUTES_H_

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"
#include "relay/http/door_address.h"
#include "relay/http/door_gate.h"
#include "relay/http/door_target.h"
#include "relay/http/waiting_room.h"

namespace collie::relay {

// The routes, without sockets: whole requests in, replies out. Thread-safe; Answer blocks while it
// waits on an agent or the disk.
class DoorRoutes {
 public:
  struct Options {
    size_t places = 24;  // requests that may wait on agents at once
    // The relay answers an act within 25 s; after this the HTTP API gives up.
    absl::Duration act_wait = absl::Seconds(30);
    absl::Duration read_wait = absl::Seconds(10);  // for a first read, or a page of history
  };

  DoorRoutes(CrewApi& backend, uint16_t port, Options options)
      : backend_(backend), options_(options), gate_(backend, port), waiting_(options.places) {}

  DoorReply Answer(const HttpRequest& request);
  // Ends the waits for acts: each gets the reply that the relay is shutting down.
  void Drain() { waiting_.Empty(); }

 private:
  DoorReply AnswerInside(const Caller& caller, const HttpRequest& request);
  DoorReply Health(const HttpRequest& request);
  DoorReply Read(const DoorAddress& address, const DoorTarget& target, const HttpRequest& request);
  DoorReply Act(const Caller& caller, const DoorAddress& address, const HttpRequest& request);

  DoorReply Snapshot(const HttpRequest& request);
  DoorReply Receipts(const DoorTarget& target);
  DoorReply Conversation(const v1::Conversation& conversation, const DoorTarget& target);
  DoorReply History(const v1::Conversation& conversation, const DoorTarget& target);
  DoorReply CarryOut(const Caller& caller, v1::ActRequest act);

  CrewApi& backend_;
  const Options options_;
  const DoorGate gate_;
  WaitingRoom waiting_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_DOOR_ROUTES_H_
