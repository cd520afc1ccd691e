// Every state against every event: what happens is a transition that the table lists, or nothing.
#include "relay/acts/act_state.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "relay/acts/act_machine.h"

namespace collie::relay {
namespace {

constexpr clock::Steady kNow(absl::Hours(1));

ActContext At(bool is_draining) { return {kNow, absl::UnixEpoch(), is_draining}; }

// A send or a tap in deck/hello/deploy, as it is stored in this phase with this outcome.
ActRecord Record(ActPhase phase, v1::Outcome outcome, bool is_tap = false) {
  ActRecord record;
  record.receipt.set_request_id("r-1");
  record.receipt.mutable_conversation()->set_member("deck");
  record.receipt.set_outcome(outcome);
  record.request.set_request_id("r-1");
  v1::Conversation& at = *record.request.mutable_conversation();
  at.set_member("deck");
  at.set_source("hello");
  at.set_pane("deploy");
  if (is_tap) {
    record.request.mutable_one_tap()->set_one_use_id("tap-1");
  } else {
    record.request.mutable_send()->set_turn("t-1");
    record.request.mutable_send()->set_text("Ship it");
  }
  record.payload = "payload";
  record.phase = phase;
  record.attempt = phase == ActPhase::kAccepted ? 0 : 1;
  record.fence.set_term(7);
  record.fence.set_number(record.attempt);
  return record;
}

ActTarget Place() {
  ActTarget target;
  target.member.emplace().set_id("deck");
  target.member->set_state(v1::MEMBER_STATE_CONNECTED);
  v1::Source& source = target.source.emplace();
  source.set_name("hello");
  source.set_epoch("e-1");
  source.set_state(v1::SOURCE_STATE_LIVE);
  source.mutable_capabilities()->set_send(true);
  source.mutable_capabilities()->set_queue(true);
  target.pane.emplace().set_id("deploy");
  target.pane->mutable_turn()->set_id("t-1");
  return target;
}

v1::Fence DrawnFence() {
  v1::Fence fence;
  fence.set_term(7);
  fence.set_number(1);
  return fence;
}

std::vector<absl::StatusOr<ActRecord>> StoreEnds() {
  ActRecord ours = Record(ActPhase::kDispatched, v1::OUTCOME_PENDING);
  ActRecord theirs = ours;
  theirs.fence.set_number(9);
  return {absl::AbortedError("A newer relay has started."),
          absl::UnavailableError("The disk is full."),
          ours,
          theirs,
          Record(ActPhase::kDispatched, v1::OUTCOME_UNKNOWN),
          Record(ActPhase::kSettled, v1::OUTCOME_REFUSED),
          Record(ActPhase::kSettled, v1::OUTCOME_UNKNOWN)};
}

// Every variant of an event of this kind that makes a difference somewhere.
std::vector<ActEvent> EventsOf(ActEventKind kind) {
  std::vector<ActEvent> events;
  switch (kind) {
    case ActEventKind::kAcceptWritten: {
      const ActRecord accepted = Record(ActPhase::kAccepted, v1::OUTCOME_PENDING);
      ActRecord reused = accepted;
      reused.payload = "another";
      events = {AcceptWritten{Accepted{true, accepted}}, AcceptWritten{Accepted{false, accepted}},
                AcceptWritten{Accepted{false, reused}},
                AcceptWritten{Accepted{
                    true, Record(ActPhase::kAccepted, v1::OUTCOME_PENDING, /*is_tap=*/true)}},
                AcceptWritten{absl::UnavailableError("The disk is full.")}};
      break;
    }
    case ActEventKind::kCallersLeft:
      return {CallersLeft{}};
    case ActEventKind::kLockTaken:
      return {LockTaken{DrawnFence()}};
    case ActEventKind::kLockBusy:
      return {LockBusy{}};
    case ActEventKind::kLookedUp:
      return {LookedUp{Place(), "store-1", true, std::nullopt},
              LookedUp{{}, "store-1", true, std::nullopt}};
    case ActEventKind::kDispatchWritten:
      for (auto& end : StoreEnds()) events.push_back(DispatchWritten{end});
      break;
    case ActEventKind::kNotSent:
      return {NotSent{1, v1::REASON_EXPIRED}, NotSent{5, v1::REASON_EXPIRED}};
    case ActEventKind::kDue:
      return {Due{}};
    case ActEventKind::kUnknownWritten:
      for (auto& end : StoreEnds()) events.push_back(UnknownWritten{end});
      break;
    case ActEventKind::kRefusalWritten:
      for (auto& end : StoreEnds()) events.push_back(RefusalWritten{end});
      break;
    case ActEventKind::kRecordChanged:
      return {RecordChanged{Record(ActPhase::kDispatched, v1::OUTCOME_UNKNOWN)},
              RecordChanged{Record(ActPhase::kDispatched, v1::OUTCOME_SENT)},
              RecordChanged{Record(ActPhase::kSettled, v1::OUTCOME_SENT)}};
    case ActEventKind::kStreamOpened:
      return {StreamOpened{}};
    case ActEventKind::kFoundAtEdge:
      return {FoundAtEdge{Record(ActPhase::kDispatched, v1::OUTCOME_PENDING)},
              FoundAtEdge{Record(ActPhase::kDispatched, v1::OUTCOME_UNKNOWN)}};
    case ActEventKind::kGivenUp:
      return {GivenUp{Record(ActPhase::kSettled, v1::OUTCOME_UNKNOWN), DrawnFence()}};
    case ActEventKind::kDraining:
      return {Draining{}};
  }
  return events;
}

struct Step {
  ActEvent event;
  bool is_draining = false;
};

// The events that bring a new act into a state.
std::vector<Step> WayTo(ActState state) {
  const Step accepted{
      AcceptWritten{Accepted{true, Record(ActPhase::kAccepted, v1::OUTCOME_PENDING)}}};
  const Step locked{LockTaken{DrawnFence()}};
  const Step looked_up{LookedUp{Place(), "store-1", true, std::nullopt}};
  const Step dispatched{DispatchWritten{Record(ActPhase::kDispatched, v1::OUTCOME_PENDING)}};
  const Step unknown{UnknownWritten{Record(ActPhase::kDispatched, v1::OUTCOME_UNKNOWN)}};
  const Step failed{RefusalWritten{absl::UnavailableError("The disk is full.")}};
  switch (state) {
    case ActState::kAccepting:
      return {};
    case ActState::kAbandoned:
      return {{CallersLeft{}}};
    case ActState::kWaiting:
      return {accepted};
    case ActState::kChecking:
      return {accepted, locked};
    case ActState::kDispatching:
      return {accepted, locked, looked_up};
    case ActState::kAtEdge:
      return {accepted, locked, looked_up, dispatched};
    case ActState::kExpiring:
      return {accepted, locked, looked_up, dispatched, {Due{}}};
    case ActState::kUnsettled:
      return {accepted, locked, looked_up, dispatched, {Due{}}, unknown};
    case ActState::kRefusing:
      return {accepted, {LockBusy{}}};
    case ActState::kRefusalDue:
      return {accepted, {LockBusy{}}, failed};
    case ActState::kEnded:
      return {{AcceptWritten{absl::UnavailableError("The disk is full.")}}};
  }
  return {};
}

ActMachine ActIn(ActState state) {
  ActMachine act = ActMachine::OfRequest(Record(ActPhase::kAccepted, v1::OUTCOME_PENDING), false,
                                         OneUse::kOpen, ActOptions(), At(false));
  ActEffects effects;
  act.Begin(At(false), effects);
  for (const Step& step : WayTo(state)) act.Handle(step.event, At(step.is_draining), effects);
  EXPECT_EQ(act.state(), state) << Name(state);
  return act;
}

bool IsIgnored(const ActEffects& effects) {
  return effects.size() == 1 && std::holds_alternative<EventIgnored>(effects[0]);
}

// What one event does to an act in a state: the state after it, or nullopt when it is ignored.
std::optional<ActState> After(ActState state, const ActEvent& event, bool is_draining) {
  ActMachine act = ActIn(state);
  ActEffects effects;
  act.Handle(event, At(is_draining), effects);
  if (!IsIgnored(effects)) return act.state();
  EXPECT_EQ(act.state(), state) << "an ignored event moved the act";
  return std::nullopt;
}

TEST(ActStateTest, EveryStateTakesEveryEventAsTheTableListsOrLogsThatItDoesNot) {
  for (const ActState state : kActStates) {
    for (const ActEventKind kind : kActEventKinds) {
      for (const ActEvent& event : EventsOf(kind)) {
        for (const bool is_draining : {false, true}) {
          const auto after = After(state, event, is_draining);
          if (!after.has_value()) continue;
          EXPECT_TRUE(IsListed(state, kind, *after))
              << Name(state) << " + " << Name(kind) << " -> " << Name(*after);
        }
      }
    }
  }
}

TEST(ActStateTest, EveryListedTransitionHappens) {
  std::set<std::string> happened;
  for (const ActState state : kActStates) {
    for (const ActEventKind kind : kActEventKinds) {
      for (const ActEvent& event : EventsOf(kind)) {
        for (const bool is_draining : {false, true}) {
          const auto after = After(state, event, is_draining);
          if (after.has_value()) {
            happened.insert(absl::StrCat(Name(state), " ", Name(kind), " ", Name(*after)));
          }
        }
      }
    }
  }
  for (const ActState from : kActStates) {
    for (const ActEventKind kind : kActEventKinds) {
      for (const ActState to : kActStates) {
        if (!IsListed(from, kind, to)) continue;
        const std::string name = absl::StrCat(Name(from), " ", Name(kind), " ", Name(to));
        EXPECT_TRUE(happened.contains(name)) << name;
      }
    }
  }
}

TEST(ActStateTest, NothingLeavesEnded) {
  for (const ActEventKind kind : kActEventKinds) {
    for (const ActEvent& event : EventsOf(kind)) {
      EXPECT_EQ(After(ActState::kEnded, event, false), std::nullopt) << Name(kind);
    }
  }
}

}  // namespace
}  // namespace collie::relay
