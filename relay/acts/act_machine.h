#ifndef COLLIE_RELAY_ACTS_ACT_MACHINE_H_
#define COLLIE_RELAY_ACTS_ACT_MACHINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/receipt/fit.h"
#include "relay/acts/act_effect.h"
#include "relay/acts/act_event.h"
#include "relay/acts/act_log.h"
#include "relay/acts/act_options.h"
#include "relay/acts/act_state.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// One act that is not settled, from its request to the record that ends it: events and the time in,
// effects out. act_state.h has its diagram and its table. Pure; not thread-safe.
class ActMachine {
 public:
  // A request that is new in this relay. `by_tap`: its answer came as one tap, whose one-use id was
  // `one_use`.
  static ActMachine OfRequest(ActRecord record, bool by_tap, OneUse one_use,
                              const ActOptions& options, const ActContext& context);
  // A person asked again after an unknown outcome. REQUIRES: the stored record is settled.
  static ActMachine OfRetry(ActRecord record, const ActOptions& options, const ActContext& context);
  // An act that the store held as dispatched when the relay started (rule 16).
  static ActMachine OfRestored(ActRecord record, const ActOptions& options,
                               const ActContext& context);

  // The first effects. Once, before any event.
  void Begin(const ActContext& context, ActEffects& effects);
  // What an event causes. One that the state does not take causes EventIgnored and nothing else.
  void Handle(const ActEvent& event, const ActContext& context, ActEffects& effects);

  ActState state() const { return state_; }
  const ActRecord& record() const { return record_; }
  const std::string& request_id() const { return record_.receipt.request_id(); }
  const ids::ConversationKey& conversation() const { return conversation_; }
  // When kDue is; nullopt: no time is waited for.
  std::optional<clock::Steady> due_at() const { return due_at_; }

  // Whether the edge may have it: it is asked about on every new stream (rule 22).
  bool IsWithEdge() const;
  // Whether its receipt is on disk.
  bool IsOnDisk() const { return state_ != ActState::kAccepting && state_ != ActState::kAbandoned; }
  // Whether callers that come now get the receipt as it is, since the outcome was replied.
  bool IsReplied() const { return state_ == ActState::kUnsettled; }
  // The command of this attempt with the time that is left; nullopt: it must not leave any more.
  // Which run of the relay sends it is for the caller to say.
  std::optional<v1::Command> CommandToSend(int32_t attempt, clock::Steady now) const;

 private:
  ActMachine(ActRecord record, ActState state, const ActOptions& options,
             const ActContext& context);

  // Each returns false for an event that the state does not take.
  bool On(const AcceptWritten& event, const ActContext& context, ActEffects& effects);
  bool On(const CallersLeft& event, const ActContext& context, ActEffects& effects);
  bool On(const LockTaken& event, const ActContext& context, ActEffects& effects);
  bool On(const LockBusy& event, const ActContext& context, ActEffects& effects);
  bool On(const LookedUp& event, const ActContext& context, ActEffects& effects);
  bool On(const DispatchWritten& event, const ActContext& context, ActEffects& effects);
  bool On(const NotSent& event, const ActContext& context, ActEffects& effects);
  bool On(const Due& event, const ActContext& context, ActEffects& effects);
  bool On(const UnknownWritten& event, const ActContext& context, ActEffects& effects);
  bool On(const RefusalWritten& event, const ActContext& context, ActEffects& effects);
  bool On(const RecordChanged& event, const ActContext& context, ActEffects& effects);
  bool On(const StreamOpened& event, const ActContext& context, ActEffects& effects);
  bool On(const FoundAtEdge& event, const ActContext& context, ActEffects& effects);
  bool On(const GivenUp& event, const ActContext& context, ActEffects& effects);
  bool On(const Draining& event, const ActContext& context, ActEffects& effects);

  // The one place where the state is assigned.
  void ChangeState(ActState to, std::string_view why, ActEffects& effects);

  bool IsBeforeDispatch() const;
  void WantLock(const ActContext& context, ActEffects& effects);
  std::optional<receipt::Refusal> Check(const LookedUp& looked_up, const ActContext& context) const;
  void Refuse(receipt::Refusal refusal, const ActContext& context, ActEffects& effects);
  void WriteRefusal(const ActContext& context, ActEffects& effects) const;
  void TakeRecord(const ActRecord& record, ActEffects& effects);
  void BecomeUnsettled(std::string_view why, const ActContext& context, ActEffects& effects);
  void Query(ActEffects& effects) const;
  void Settle(std::string_view why, const ActContext& context, ActEffects& effects);
  void EndWithoutReceipt(v1::Reason reason, std::string_view why, const ActContext& context,
                         ActEffects& effects);
  void Log(v1::Reason no_receipt, const ActContext& context, ActEffects& effects) const;

  ActOptions options_;
  ActRecord record_;  // as it is on disk, once accepted
  ids::ConversationKey conversation_;
  bool by_tap_ = false;
  OneUse one_use_ = OneUse::kOpen;
  bool is_retry_ = false;

  ActState state_;
  ActEventKind handling_ = ActEventKind::kDue;  // the event that is being handled
  v1::Fence fence_;                             // drawn with the lock
  receipt::Refusal refusal_;                    // of kRefusing
  clock::Steady began_;                         // when the request came in
  ActSteps steps_;                              // for the log
  clock::Steady deadline_;                      // then its outcome is unknown
  std::optional<clock::Steady> due_at_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_MACHINE_H_
