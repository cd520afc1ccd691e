#ifndef COLLIE_RELAY_ACTS_LIVE_ACT_H_
#define COLLIE_RELAY_ACTS_LIVE_ACT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/receipt/fit.h"
#include "relay/acts/act_log.h"
#include "relay/acts/ports.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// What a door tells its client: a receipt, or why there is none.
struct ActReply {
  std::optional<v1::Receipt> receipt;
  // Without a receipt: not-allowed, request-id-reused, unknown-request, store-unavailable, draining
  // or fenced (a newer relay has taken over).
  v1::Reason refused = v1::REASON_UNSPECIFIED;
  // Without a receipt: the request cannot be read as an act. `detail` says why.
  bool bad_request = false;
  // One sentence for a person, where there is no receipt.
  std::string detail;
};

// Called exactly once, with no lock held; must not block.
using ActDone = std::function<void(ActReply)>;

// A door that waits for a receipt.
struct Waiter {
  ActDone done;
  clock::Steady until;     // then it hears `pending`
  bool is_repeat = false;  // of a request that was under way: its reply says `replayed`
};

// Where an act is that is not settled.
//
// One that is asked again begins at kWaiting or kChecking: its receipt is on disk already.
//
//   kAccepting ──> kWaiting (a stop, for the lock) ──> kChecking ──> kPassingOn ──> kWithEdge ──>
//   gone
//        └──────────────┴──────────────────────────────────┴─────────────┴──────────> kEnding ──>
//        gone
enum class ActStep {
  kAccepting,  // its receipt is being written
  kWaiting,    // for the lock, at most until a stop's limit
  kChecking,   // it holds the lock; the merged state is looked at
  kPassingOn,  // its attempt is being written
  kWithEdge,   // its attempt is on disk, and the edge settles it
  kEnding,     // nothing was passed on, and its refusal is being written
};

// An act under way, in memory.
struct LiveAct {
  ActRecord record;  // as it is on disk, once accepted
  bool by_tap = false;
  OneUse one_use = OneUse::kOpen;  // of a tap's id, when the tap came
  ids::ConversationKey conversation;
  ActStep step = ActStep::kAccepting;
  v1::Fence fence;         // drawn with the lock
  std::string address_id;  // of the agent that the checks were made on
  std::string epoch;       // the agent's, that the checks were made on
  clock::Steady began;     // when the request came in
  clock::Steady deadline;  // then its outcome is unknown
  ActSteps steps;          // for the log
  std::optional<receipt::Refusal> ending;
  // When the store, or the edge, is to be asked again.
  std::optional<clock::Steady> again_at;
  // Its doors were told that nothing could be written, so nothing may be passed on any more.
  bool given_up_by_doors = false;
  bool is_writing_unknown = false;
  bool is_again = false;  // a person asked again after an unknown outcome
  bool is_told = false;   // the doors heard how this attempt ended, or that nobody can tell yet
  std::vector<Waiter> waiters;
};

// Whether the act is on its way to its pass-on.
inline bool IsBeforePassOn(const LiveAct& act) {
  return act.step == ActStep::kWaiting || act.step == ActStep::kChecking ||
         act.step == ActStep::kPassingOn;
}

// Whether the act waits at the edge for an outcome that people are not yet told.
inline bool IsPendingAtEdge(const LiveAct& act) {
  return act.step == ActStep::kWithEdge && !act.is_told;
}

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_LIVE_ACT_H_
