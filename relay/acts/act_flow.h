#ifndef COLLIE_RELAY_ACTS_ACT_FLOW_H_
#define COLLIE_RELAY_ACTS_ACT_FLOW_H_

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/receipt/fit.h"
#include "relay/access/caller.h"
#include "relay/acts/act_healing.h"
#include "relay/acts/act_options.h"
#include "relay/acts/conversation_lock.h"
#include "relay/acts/effect_queue.h"
#include "relay/acts/fences.h"
#include "relay/acts/live_act.h"
#include "relay/acts/ports.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// The relay's part of the write path: from a request at a door to a receipt that says what is
// known. The README beside this file has the flow and the rules. Thread-safe; the calls return at
// once. What they cause (store writes, frames, replies) happens in order, one at a time, with no
// lock held, on the threads that call in. The store must have ended (no `done` can come any more),
// and the doors and links be gone, before it is destroyed.
class ActFlow {
 public:
  // `wake` is called, with no lock held, when NextDeadline may have come nearer; may be empty. All
  // arguments outlive the flow. REQUIRES: options.Validate() is OK.
  ActFlow(RelayStore& store, CommandPort& links, CrewPort& crew, const clock::Clock& clock,
          const ActOptions& options, std::function<void()> wake);
  // Doors that still wait hear `draining`.
  ~ActFlow();
  ActFlow(const ActFlow&) = delete;
  ActFlow& operator=(const ActFlow&) = delete;

  // Gives every act that start-up found unsettled its lock again (rule 16), and follows those that
  // a conversation may still heal. Once, before any door or link opens. Blocks on the disk; errors:
  // the store's.
  absl::Status Restore() ABSL_LOCKS_EXCLUDED(mu_);

  // Takes a request. `done` gets the receipt once its outcome is known, or as it is (`pending`)
  // after the door's wait: the act outlives its caller.
  void Submit(const Caller& caller, v1::ActRequest request, ActDone done) ABSL_LOCKS_EXCLUDED(mu_);

  // A member told a result on its newest stream; its texts were bounded there. A result of another
  // member's act is dropped.
  void OnResult(const std::string& member, const v1::ActResult& result) ABSL_LOCKS_EXCLUDED(mu_);
  // A member's new stream is up and is its newest: asks about all its acts that are not settled
  // (rule 22). From an edge that came back with another store, `never` is no promise about what was
  // before: its acts end maybe-applied.
  // `stream` is its number: what is said of one older than the newest that was up changes nothing.
  void OnStream(const std::string& member, const std::string& store_incarnation, int64_t stream = 0)
      ABSL_LOCKS_EXCLUDED(mu_);
  // A member's newest stream is lost: its results that still wait for the store will come again.
  void OnStreamLost(const std::string& member, int64_t stream = 0) ABSL_LOCKS_EXCLUDED(mu_);

  // A member told news of a conversation on its newest stream: what it witnesses heals receipts.
  void OnConversation(const std::string& member, const v1::ConversationUpdate& update)
      ABSL_LOCKS_EXCLUDED(mu_);

  // Stops waiting for an act that is with its edge: it ends unknown (`given-up`) and its lock is
  // free; a late witness still heals it. `done` gets the receipt, that of a settled act as it is.
  // Without one: unknown-request, or a reason of the store; bad_request: nothing was passed on yet.
  void GiveUp(const std::string& request_id, ActDone done) ABSL_LOCKS_EXCLUDED(mu_);

  // When Tick is due next; nullopt: not before something else happens.
  std::optional<clock::Steady> NextDeadline() const ABSL_LOCKS_EXCLUDED(mu_);
  // Does what is due.
  void Tick() ABSL_LOCKS_EXCLUDED(mu_);

  // Shutdown begins: new requests and those that were not passed on are refused `draining`; all
  // other waiting doors get their receipt as it is.
  void Drain() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  using Id = std::string;  // a request id

  // A result that the store could not take yet.
  struct StoredLater {
    std::string member;
    v1::ActResult result;
    clock::Steady at;
  };

  // An act whose witness the store could not take yet.
  struct WitnessedLater {
    Id id;
    clock::Steady at;
  };

  // From a door to the lock: act_flow.cc.
  void TakeIn(const Caller& caller, v1::ActRequest request, ActDone done);
  void AskAgain(const v1::ActRequest& request, const ActDone& done);
  void OnFoundForAgain(const v1::ActRequest& request, const std::string& payload,
                       absl::StatusOr<ActRecord> found, ActDone done);
  void BeginAgainLocked(ActRecord record, ActDone done) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool JoinLocked(const Id& id, const std::string& payload, ActDone& done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void OnAccepted(const Id& id, absl::StatusOr<Accepted> accepted);
  void OnAcceptedLocked(LiveAct& act, Accepted accepted) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void AskForLockLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void HoldLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  // From the lock to the edge: act_pass_on.cc.
  void Check(const Id& id);
  void PassOnLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void OnPassedOn(const Id& id, absl::StatusOr<ActRecord> passed_on);
  void SendToEdge(const Id& id);
  void RefuseLocked(LiveAct& act, receipt::Refusal refusal) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void WriteRefusalLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void OnRefusalWritten(const Id& id, absl::StatusOr<ActRecord> written);

  // From the edge to the receipt: act_settle.cc.
  void WriteResult(const std::string& member, const v1::ActResult& result);
  void OnResultWritten(const std::string& member, const v1::ActResult& result, bool has_changed,
                       absl::StatusOr<ActRecord> written);
  void WriteUnknownLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void OnUnknownWritten(const Id& id, absl::StatusOr<ActRecord> written);
  void AskEdgeLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // Healing and giving up: act_healing_flow.cc.
  void LookAtEpoch(const ids::ConversationKey& conversation, const std::string& epoch);
  void WriteWitness(const Id& id);
  void OnWitnessWritten(const Id& id, bool has_changed, absl::StatusOr<ActRecord> written);
  void SeenLocked(const std::vector<Id>& ids) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void FollowLocked(const ActRecord& record) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void ReadForHealingLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void OnGivenUp(const Id& id, absl::StatusOr<ActRecord> written, ActDone done);

  void NewsLocked(const Id& id, const ActRecord& record) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void SettleLocked(const Id& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void DropLocked(const Id& id, v1::Reason why) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void LetGoLocked(const LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void GiveLockOnLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  // Time: act_timers.cc.
  void TickActLocked(LiveAct& act, clock::Steady now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void TickDoorsLocked(LiveAct& act, clock::Steady now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void WakeLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  // Replies.
  void TellLocked(LiveAct& act) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void TellNoReceiptLocked(LiveAct& act, v1::Reason reason) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void ReplyLocked(ActDone done, ActReply reply) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  LiveAct* FindLocked(const Id& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  RelayStore& store_;
  CommandPort& links_;
  CrewPort& crew_;
  const clock::Clock& clock_;
  const ActOptions options_;
  const std::function<void()> wake_;

  EffectQueue effects_;

  mutable absl::Mutex mu_;
  absl::flat_hash_map<Id, std::unique_ptr<LiveAct>> acts_ ABSL_GUARDED_BY(mu_);
  ConversationLock lock_ ABSL_GUARDED_BY(mu_);
  Fences fences_ ABSL_GUARDED_BY(mu_);
  Healing healing_ ABSL_GUARDED_BY(mu_);
  std::set<ids::ConversationKey> read_for_healing_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<std::string, std::string> edge_stores_ ABSL_GUARDED_BY(mu_);  // by member
  absl::flat_hash_map<std::string, int64_t> newest_streams_ ABSL_GUARDED_BY(mu_);   // by member
  std::vector<StoredLater> stored_later_ ABSL_GUARDED_BY(mu_);
  std::vector<WitnessedLater> witnessed_later_ ABSL_GUARDED_BY(mu_);
  bool is_draining_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_FLOW_H_
