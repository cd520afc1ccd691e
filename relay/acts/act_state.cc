#include "relay/acts/act_state.h"

#include <algorithm>

namespace collie::relay {
namespace {

using enum ActState;
using enum ActEventKind;

struct Transition {
  ActState from;
  ActEventKind event;
  ActState to;
};

constexpr Transition kTransitions[] = {
    {kAccepting, kAcceptWritten, kWaiting},
    {kAccepting, kAcceptWritten, kRefusing},  // draining, or a tap that names no question
    {kAccepting, kAcceptWritten, kEnded},     // known before, reused, or the store refused it
    {kAccepting, kCallersLeft, kAbandoned},
    {kAccepting, kDraining, kAbandoned},
    {kAbandoned, kAcceptWritten, kRefusing},
    {kAbandoned, kAcceptWritten, kEnded},

    {kWaiting, kLockTaken, kChecking},
    {kWaiting, kLockBusy, kRefusing},
    {kWaiting, kDraining, kRefusing},
    {kWaiting, kRecordChanged, kWaiting},  // a retry whose receipt a witness raised meanwhile

    {kChecking, kLookedUp, kDispatching},
    {kChecking, kLookedUp, kRefusing},
    {kChecking, kRecordChanged, kChecking},

    {kDispatching, kDispatchWritten, kAtEdge},
    {kDispatching, kDispatchWritten, kRefusing},  // the store failed, or the relay is draining
    {kDispatching, kDispatchWritten, kEnded},     // rule 7, or a newer relay has started
    {kDispatching, kRecordChanged, kDispatching},
    {kDispatching, kDraining, kDispatching},

    {kAtEdge, kNotSent, kRefusing},
    {kAtEdge, kDue, kExpiring},
    {kAtEdge, kRecordChanged, kAtEdge},
    {kAtEdge, kRecordChanged, kUnsettled},  // definite by a witness, and not settled yet
    {kAtEdge, kRecordChanged, kEnded},
    {kAtEdge, kStreamOpened, kAtEdge},
    {kAtEdge, kGivenUp, kEnded},
    {kAtEdge, kDraining, kAtEdge},

    {kExpiring, kNotSent, kRefusing},
    {kExpiring, kUnknownWritten, kUnsettled},
    {kExpiring, kUnknownWritten, kAtEdge},  // the store did not take it: due again
    {kExpiring, kUnknownWritten, kEnded},
    {kExpiring, kRecordChanged, kExpiring},
    {kExpiring, kRecordChanged, kUnsettled},
    {kExpiring, kRecordChanged, kEnded},
    {kExpiring, kStreamOpened, kExpiring},
    {kExpiring, kGivenUp, kEnded},
    {kExpiring, kDraining, kExpiring},

    {kUnsettled, kNotSent, kRefusing},
    {kUnsettled, kDue, kUnsettled},
    {kUnsettled, kRecordChanged, kUnsettled},
    {kUnsettled, kRecordChanged, kEnded},
    {kUnsettled, kStreamOpened, kUnsettled},
    {kUnsettled, kGivenUp, kEnded},

    {kRefusing, kRefusalWritten, kEnded},
    {kRefusing, kRefusalWritten, kRefusing},  // the dispatch was on disk all the same: once more
    {kRefusing, kRefusalWritten, kRefusalDue},
    {kRefusing, kRecordChanged, kRefusing},
    {kRefusing, kRecordChanged, kEnded},

    {kRefusalDue, kDue, kRefusing},
    {kRefusalDue, kRecordChanged, kRefusalDue},
    {kRefusalDue, kRecordChanged, kEnded},

    {kAccepting, kFoundAtEdge, kAtEdge},
    {kAccepting, kFoundAtEdge, kUnsettled},
    {kAbandoned, kFoundAtEdge, kAtEdge},
    {kAbandoned, kFoundAtEdge, kUnsettled},
    {kWaiting, kFoundAtEdge, kAtEdge},
    {kWaiting, kFoundAtEdge, kUnsettled},
    {kChecking, kFoundAtEdge, kAtEdge},
    {kChecking, kFoundAtEdge, kUnsettled},
    {kDispatching, kFoundAtEdge, kAtEdge},
    {kDispatching, kFoundAtEdge, kUnsettled},
    {kAtEdge, kFoundAtEdge, kAtEdge},
    {kAtEdge, kFoundAtEdge, kUnsettled},
    {kExpiring, kFoundAtEdge, kAtEdge},
    {kExpiring, kFoundAtEdge, kUnsettled},
    {kRefusing, kFoundAtEdge, kAtEdge},
    {kRefusing, kFoundAtEdge, kUnsettled},
    {kRefusalDue, kFoundAtEdge, kAtEdge},
    {kRefusalDue, kFoundAtEdge, kUnsettled},
    {kUnsettled, kFoundAtEdge, kAtEdge},
    {kUnsettled, kFoundAtEdge, kUnsettled},
};

}  // namespace

bool IsListed(ActState from, ActEventKind event, ActState to) {
  return std::any_of(std::begin(kTransitions), std::end(kTransitions), [&](const Transition& t) {
    return t.from == from && t.event == event && t.to == to;
  });
}

const char* Name(ActState state) {
  switch (state) {
    case kAccepting:
      return "accepting";
    case kAbandoned:
      return "abandoned";
    case kWaiting:
      return "waiting";
    case kChecking:
      return "checking";
    case kDispatching:
      return "dispatching";
    case kAtEdge:
      return "at-edge";
    case kExpiring:
      return "expiring";
    case kUnsettled:
      return "unsettled";
    case kRefusing:
      return "refusing";
    case kRefusalDue:
      return "refusal-due";
    case kEnded:
      return "ended";
  }
  return "";
}

const char* Name(ActEventKind event) {
  switch (event) {
    case kAcceptWritten:
      return "accept-written";
    case kCallersLeft:
      return "callers-left";
    case kLockTaken:
      return "lock-taken";
    case kLockBusy:
      return "lock-busy";
    case kLookedUp:
      return "looked-up";
    case kDispatchWritten:
      return "dispatch-written";
    case kNotSent:
      return "not-sent";
    case kDue:
      return "due";
    case kUnknownWritten:
      return "unknown-written";
    case kRefusalWritten:
      return "refusal-written";
    case kRecordChanged:
      return "record-changed";
    case kStreamOpened:
      return "stream-opened";
    case kFoundAtEdge:
      return "found-at-edge";
    case kGivenUp:
      return "given-up";
    case kDraining:
      return "draining";
  }
  return "";
}

}  // namespace collie::relay
