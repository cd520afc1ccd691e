#ifndef COLLIE_RELAY_ACTS_ACT_STATE_H_
#define COLLIE_RELAY_ACTS_ACT_STATE_H_

#include <array>

namespace collie::relay {

// Where an act is that is not settled, what can happen to it, and the one table of what follows.
//
//              LockTaken          LookedUp             DispatchWritten
//   Accepting ──> Waiting ──> Checking ──> Dispatching ──> AtEdge ──────────────────┐
//     │   │          │            │             │          │    ^ │ Due             │
//     RecordChanged: │   │          │            │             │          │    │ v │ settled on
//     disk │   │          └──────┬─────┴─────────────┤  NotSent │  Expiring ─────────────┤ │   │ v
//     │          │    │ UnknownWritten    │ │   │            Refusing <───────────────┴──────────┘
//     v                   v │   │             │    ^                   <────────── Unsettled
//     ──────────> Ended │   │       store │    │ Due ^ │   │       fails v    │ │ │   │ RefusalDue
//     RefusalWritten: settled on disk      │ │   └> Abandoned ──> Refusing
//     ────────────────────────────────────────────────┤ └── known before, or the store refused it
//     ────────────────────────────────────┘
//
// Where a resync finds an act under way at its edge (rule 28), every state but Ended goes to
// AtEdge, or to Unsettled where its outcome is not pending.
//
// A retry begins at Waiting: its receipt is on disk. An act that the store held as dispatched when
// the relay started begins at AtEdge or Unsettled.
enum class ActState {
  kAccepting,    // its receipt is being written
  kAbandoned,    // still being written, but its callers were told that nothing happens: nothing may
  kWaiting,      // for the lock: a stop until its limit, all others not at all
  kChecking,     // it holds the lock; the merged state is looked up
  kDispatching,  // its attempt is being written
  kAtEdge,       // its attempt is on disk; the edge has it until the deadline
  kExpiring,     // the deadline passed; `unknown` is being written
  kUnsettled,    // callers were replied to; the edge is queried until it tells the end
  kRefusing,     // nothing left for the edge; the refusal is being written
  kRefusalDue,   // the store did not take the refusal; it is written again
  kEnded,
};

// What can happen to an act. act_event.h has what each one carries.
enum class ActEventKind {
  kAcceptWritten,
  kCallersLeft,
  kLockTaken,
  kLockBusy,
  kLookedUp,
  kDispatchWritten,
  kNotSent,
  kDue,
  kUnknownWritten,
  kRefusalWritten,
  kRecordChanged,
  kStreamOpened,
  kFoundAtEdge,
  kGivenUp,
  kDraining,
};

inline constexpr std::array kActStates = {
    ActState::kAccepting,   ActState::kAbandoned,  ActState::kWaiting,  ActState::kChecking,
    ActState::kDispatching, ActState::kAtEdge,     ActState::kExpiring, ActState::kUnsettled,
    ActState::kRefusing,    ActState::kRefusalDue, ActState::kEnded};

inline constexpr std::array kActEventKinds = {
    ActEventKind::kAcceptWritten,  ActEventKind::kCallersLeft,   ActEventKind::kLockTaken,
    ActEventKind::kLockBusy,       ActEventKind::kLookedUp,      ActEventKind::kDispatchWritten,
    ActEventKind::kNotSent,        ActEventKind::kDue,           ActEventKind::kUnknownWritten,
    ActEventKind::kRefusalWritten, ActEventKind::kRecordChanged, ActEventKind::kStreamOpened,
    ActEventKind::kFoundAtEdge,    ActEventKind::kGivenUp,       ActEventKind::kDraining};

// Whether the table lists that `event` may lead from one state to the other. An event that leaves
// a state as it is and does something is listed too; one that a state does not take is not. Pure.
bool IsListed(ActState from, ActEventKind event, ActState to);

// The names, for logs and scenarios: lower case with dashes. Pure.
const char* Name(ActState state);
const char* Name(ActEventKind event);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_STATE_H_
