#ifndef COLLIE_RELAY_ACTS_ACT_FLOW_H_
#define COLLIE_RELAY_ACTS_ACT_FLOW_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/threads/executor.h"
#include "relay/access/caller.h"
#include "relay/acts/act_core.h"
#include "relay/acts/act_effect.h"
#include "relay/acts/act_options.h"
#include "relay/acts/act_reply.h"
#include "relay/acts/effect_queue.h"
#include "relay/acts/ports.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// The relay's part of the write path: from a request at an API to a receipt that says what is
// known. It decides nothing: ActCore does, under one lock, and this carries its effects out on an
// executor with no lock held, those of a conversation in order (effect_lane.h). Thread-safe; the
// calls return at once. The store must be closed (whatever it calls back, it does so within the
// call), and the APIs and links be gone, before it is destroyed.
class ActFlow {
 public:
  // What the flow works on; all of it outlives the flow.
  struct Parts {
    RelayStore& store;
    CommandPort& links;
    CrewPort& crew;
    const clock::Clock& clock;
    threads::Executor& executor;
  };

  // `wake` is called, with no lock held, when NextDeadline may have come nearer; may be empty.
  // REQUIRES: options.Validate() is OK.
  ActFlow(Parts parts, const ActOptions& options, std::function<void()> notify);
  // Callers that still wait hear `draining`.
  ~ActFlow();
  ActFlow(const ActFlow&) = delete;
  ActFlow& operator=(const ActFlow&) = delete;

  // Gives every act that start-up found unsettled its lock again (rule 16), and follows those that
  // a conversation may still heal. Once, before any API or link opens. Blocks on the disk; errors:
  // the store's.
  absl::Status Restore() ABSL_LOCKS_EXCLUDED(mu_);

  // Takes a request. `done` gets the receipt once its outcome is known, or as it is (`pending`)
  // after the caller's wait: the act outlives its caller.
  void Submit(const Caller& caller, v1::ActRequest request, ActDone done) ABSL_LOCKS_EXCLUDED(mu_);

  // A member reported a result on its newest stream; its texts were bounded there. A result of
  // another member's act is dropped. `in_work` is kept until the store has taken the result, or
  // never will.
  void OnResult(const std::string& member, const v1::ActResult& result,
                std::shared_ptr<const void> in_work = nullptr) ABSL_LOCKS_EXCLUDED(mu_);
  // A member's new stream is up and is its newest: from its first one on its acts are taken in, and
  // the edge is asked about all that are not settled (rule 22). From an edge that came back with
  // another store, `never` is no promise about what was before: its acts end maybe-applied. What is
  // said of a stream older than the newest that was told of changes nothing.
  void OnStream(const std::string& member, OpenedEdge opened) ABSL_LOCKS_EXCLUDED(mu_);
  // The store may lack acts of this member, as its new stream shows: none is taken in or dispatched
  // until OnStream.
  void CloseMember(const std::string& member, int64_t stream) ABSL_LOCKS_EXCLUDED(mu_);
  // A member's newest stream is lost: its results that still wait for the store will come again.
  void OnStreamLost(const std::string& member, int64_t stream) ABSL_LOCKS_EXCLUDED(mu_);

  // A member sent news of a conversation on its newest stream: what it witnesses heals receipts.
  void OnConversation(const std::string& member, const v1::ConversationUpdate& update)
      ABSL_LOCKS_EXCLUDED(mu_);

  // Stops waiting for an act that is with its edge: it ends unknown (`given-up`) and its lock is
  // free; a late witness still heals it. `done` gets the receipt, that of a settled act as it is.
  // Without one: unknown-request, or a reason of the store; bad_request: nothing was dispatched
  // yet.
  void GiveUp(const std::string& request_id, ActDone done) ABSL_LOCKS_EXCLUDED(mu_);

  // When Tick is due next; nullopt: not before something else happens.
  std::optional<clock::Steady> NextDeadline() const ABSL_LOCKS_EXCLUDED(mu_);
  // Does what is due.
  void Tick() ABSL_LOCKS_EXCLUDED(mu_);

  // Shutdown begins: new requests and those that were not dispatched are refused `draining`; all
  // other waiting callers get their receipt as it is.
  void Drain() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  std::optional<v1::Reason> WhyClosed(const std::string& member) const ABSL_LOCKS_EXCLUDED(mu_);
  // INVALID_ARGUMENT: the answer does not have the shape of its question; the sentence says which.
  absl::Status TakeIn(const Caller& caller, v1::ActRequest& request, ActCore::Intake& intake) const;
  // Leaves one DeadlineMoved, and only where the ticker would wake too late without it.
  void DropIdleWakes(ActEffects& effects) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // Lets the core decide at this moment, then has carried out what it decided.
  template <typename Decision>
  void Decide(const Decision& decision) ABSL_LOCKS_EXCLUDED(mu_);

  // One a kind of effect. act_flow_effects.cc.
  void CarryOut(const ActEffect& effect) ABSL_LOCKS_EXCLUDED(mu_);
  void Do(const AcceptRecord& accept) ABSL_LOCKS_EXCLUDED(mu_);
  void Do(const ChangeRecord& change) ABSL_LOCKS_EXCLUDED(mu_);
  void Do(const LookUp& look) ABSL_LOCKS_EXCLUDED(mu_);
  void Do(const Dispatch& dispatch) ABSL_LOCKS_EXCLUDED(mu_);
  void Do(const QueryEdge& query);
  void Do(const Acknowledge& acknowledge);
  void Do(const SetBusy& busy);
  void Do(const SpendOneUse& spend);
  void Do(const PublishReceipt& publish);
  void Do(const ReadForHealing& read);
  void Do(const Reply& reply);
  void Do(const DeadlineMoved& moved);
  void Do(const LogLine& log);
  void Do(const StateChanged& changed);
  void Do(const EventIgnored& ignored);

  const Parts parts_;
  const ActOptions options_;
  const std::function<void()> notify_;
  EffectQueue effects_;

  mutable absl::Mutex mu_;
  ActCore core_ ABSL_GUARDED_BY(mu_);
  // What NextDeadline returned last, or was asked to be called for.
  mutable clock::Steady told_deadline_ ABSL_GUARDED_BY(mu_){absl::InfiniteDuration()};
};

template <typename Decision>
void ActFlow::Decide(const Decision& decision) {
  {
    absl::MutexLock lock(&mu_);
    ActEffects effects;
    decision(core_, ActCore::Moment{parts_.clock.Now(), parts_.clock.Wall()}, effects);
    DropIdleWakes(effects);
    effects_.Add(std::move(effects));
  }
  effects_.Run();
}

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_FLOW_H_
