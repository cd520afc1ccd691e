#ifndef COLLIE_RELAY_ACTS_ACT_EVENT_H_
#define COLLIE_RELAY_ACTS_ACT_EVENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/act_state.h"
#include "relay/acts/ports.h"
#include "relay/store/relay_store.h"

// What can happen to one act, with what it carries; in the order of ActEventKind.
namespace collie::relay {

// The store took the new record, or found the one of this request id.
struct AcceptWritten {
  absl::StatusOr<Accepted> result;
};
// The wait of every caller ended while the record was still being written.
struct CallersLeft {};
// It holds the conversation; the fence was drawn with the lock (rule 14).
struct LockTaken {
  v1::Fence fence;
};
// Another act holds the conversation, and this one does not wait.
struct LockBusy {};
// The merged state as it is now. `edge_store` names the store of the member's edge.
struct LookedUp {
  ActTarget target;
  std::string edge_store;
  bool is_open = true;                    // acts may be dispatched to the member (rule 27)
  std::optional<v1::ClosedAsk> decision;  // how the question of an answer ended, where it is known
};
struct DispatchWritten {
  absl::StatusOr<ActRecord> written;
};
// The command of this attempt provably never left the relay.
struct NotSent {
  int32_t attempt = 0;
  v1::Reason reason = v1::REASON_UNSPECIFIED;
};
// The time that DueAt named has come. `witness`: the best that a conversation has shown so far.
struct Due {
  std::optional<receipt::Witness> witness;
};
struct UnknownWritten {
  absl::StatusOr<ActRecord> written;
};
struct RefusalWritten {
  absl::StatusOr<ActRecord> written;
};
// The stored record changed: by a result, or by a witness.
struct RecordChanged {
  ActRecord record;
};
// The member has a new stream (rule 22).
struct StreamOpened {};
// A hello or a resync of its member shows that the edge has it under way (rule 28).
struct FoundAtEdge {
  ActRecord record;
};
// An operator gave it up, on disk. `fence` is above every one drawn so far; without a hello of the
// member there is none, and its welcome fences what came before.
struct GivenUp {
  ActRecord record;
  std::optional<v1::Fence> fence;
};
// The relay is shutting down: callers are replied to with what is known.
struct Draining {};

using ActEvent = std::variant<AcceptWritten, CallersLeft, LockTaken, LockBusy, LookedUp,
                              DispatchWritten, NotSent, Due, UnknownWritten, RefusalWritten,
                              RecordChanged, StreamOpened, FoundAtEdge, GivenUp, Draining>;
static_assert(std::variant_size_v<ActEvent> == kActEventKinds.size());

inline ActEventKind KindOf(const ActEvent& event) { return kActEventKinds[event.index()]; }

// When an event happens, and what else is so.
struct ActContext {
  clock::Steady now;
  absl::Time wall;           // for people: what receipts say
  bool is_draining = false;  // nothing new leaves the relay
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_EVENT_H_
