#ifndef COLLIE_RELAY_ACTS_ACT_CORE_H_
#define COLLIE_RELAY_ACTS_ACT_CORE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "relay/acts/act_budget.h"
#include "relay/acts/act_effect.h"
#include "relay/acts/act_event.h"
#include "relay/acts/act_healing.h"
#include "relay/acts/act_machine.h"
#include "relay/acts/act_options.h"
#include "relay/acts/callers.h"
#include "relay/acts/conversation_lock.h"
#include "relay/acts/deadlines.h"
#include "relay/acts/decisions.h"
#include "relay/acts/fences.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// A member's edge whose hello was taken, and whose acts the store has.
struct OpenedEdge {
  std::string store;   // its incarnation
  int64_t term = 0;    // the member's: of every fence that is drawn from now on
  int64_t stream = 0;  // its number among the member's: a higher one is newer
  // Acts whose record the hello or the resync changed, with all that are under way at the edge.
  std::vector<ActRecord> changed;
};

// All acts under way: one machine each, who holds which conversation, who waits for a reply, and
// what conversations may still tell (healing). Every call takes the moment it happens at, and adds
// what it causes, in order, to `effects`. Pure; not thread-safe.
class ActCore {
 public:
  struct Moment {
    clock::Steady now;
    absl::Time wall;
  };

  // A request that may be written: its caller may act, its shape was checked, a tap is the answer
  // that it stands for.
  struct Intake {
    v1::Receipt receipt;  // what the record begins with; not of a retry
    v1::ActRequest request;
    std::string payload;
    bool by_tap = false;
    OneUse one_use = OneUse::kOpen;  // of a tap
    // Why nothing is taken in for the member unless it is open (rule 27); nullopt: there is no such
    // member, and the receipt says so.
    std::optional<v1::Reason> why_closed;
    ActDone done;
  };

  // `run` names this run of the relay.
  ActCore(std::string run, const ActOptions& options);

  // What start-up found: every unsettled act has its lock again (rule 16), and those that a
  // conversation may still heal are followed. Once, before anything else. `unhealed` is newest
  // first.
  void Restore(std::vector<ActRecord> unsettled, const std::vector<ActRecord>& unhealed,
               Moment moment, ActEffects& effects);

  void Submit(Intake intake, Moment moment, ActEffects& effects);
  // A person marked it as asked again (rule 25).
  void Retry(Intake intake, Moment moment, ActEffects& effects);
  void GiveUp(const std::string& request_id, ActDone done, Moment moment, ActEffects& effects);

  // The ends of AcceptRecord, ChangeRecord, LookUp and Dispatch.
  void OnAccepted(const std::string& request_id, absl::StatusOr<Accepted> accepted, Moment moment,
                  ActEffects& effects);
  void OnChanged(const ChangeRecord& change, bool has_changed, absl::StatusOr<ActRecord> written,
                 Moment moment, ActEffects& effects);
  void OnLookedUp(const std::string& request_id, ActTarget target, Moment moment,
                  ActEffects& effects);
  // The command to put on the stream now; nullopt: none must leave.
  std::optional<v1::Command> CommandToSend(const Dispatch& dispatch, Moment moment,
                                           ActEffects& effects);
  void OnNotSent(const Dispatch& dispatch, v1::Reason reason, Moment moment, ActEffects& effects);

  // What a member's newest stream brings; see ActFlow. Where a stream is numbered, what is said of
  // one older than the newest that was told of changes nothing.
  void OnResult(const std::string& member, const v1::ActResult& result,
                std::shared_ptr<const void> in_work, Moment moment, ActEffects& effects);
  void OnStream(const std::string& member, OpenedEdge opened, Moment moment, ActEffects& effects);
  void CloseMember(const std::string& member, int64_t stream);
  bool IsOpen(const std::string& member) const { return open_members_.contains(member); }
  // What it returns is let go by the caller, with no lock held.
  std::vector<std::shared_ptr<const void>> OnStreamLost(const std::string& member, int64_t stream);
  // `source` is the source's place in the merged state now.
  void OnConversation(const std::string& member, const v1::ConversationUpdate& update,
                      const ActTarget& source, Moment moment, ActEffects& effects);

  // Time and the end.
  std::optional<clock::Steady> NextDeadline() const;
  void Tick(Moment moment, ActEffects& effects);
  void Drain(Moment moment, ActEffects& effects);
  // Callers that still wait hear `draining`.
  void End(ActEffects& effects);

  // For tests and logs: the state of an act; nullopt: it is not under way.
  std::optional<ActState> StateOf(const std::string& request_id) const;

 private:
  using Id = std::string;  // a request id

  ActContext At(Moment moment) const { return {moment.now, moment.wall, is_draining_}; }
  ActMachine* Find(const Id& id);
  ActMachine& Put(ActMachine act);
  // Hands an event to an act, if it is under way, and takes the effects that are this class's.
  void Handle(const Id& id, const ActEvent& event, Moment moment, ActEffects& effects);
  void TakeEffects(const Id& id, ActEffects caused, Moment moment, ActEffects& effects);

  void TakeFor(const Id& id, const TakeLock& want, Moment moment, ActEffects& effects);
  void Hold(const ids::ConversationKey& conversation, const Id& id, Moment moment,
            ActEffects& effects);
  void Release(const Id& id, ActEffects& effects);
  void GiveLocksOn(Moment moment, ActEffects& effects);
  bool Join(const Intake& intake, Moment moment, ActEffects& effects);
  void ReplyToAll(const Id& id, const ActReply& reply, ActEffects& effects);
  void ReplyToDue(const Id& id, Moment moment, ActEffects& effects);

  // act_core_members.cc: what a member's link opens.
  bool IsOfOlderStream(const std::string& member, int64_t stream);
  void TakeChanged(ActRecord record, Moment moment, ActEffects& effects);
  void Adopt(ActRecord record, Moment moment, ActEffects& effects);
  void KeepLockFor(const Id& id, ActEffects& effects);
  static ActReply ReplyOfClosed(const ReadRepeat& read, absl::StatusOr<ActRecord> found);

  // act_core_records.cc: what the store's writes come back with, and healing.
  void OnFoundForRetry(const ReadForRetry& read, absl::StatusOr<ActRecord> found, Moment moment,
                       ActEffects& effects);
  void OnResultWritten(const RecordResult& result, bool has_changed,
                       absl::StatusOr<ActRecord> written, Moment moment, ActEffects& effects);
  void OnWitnessWritten(const Id& id, bool has_changed, absl::StatusOr<ActRecord> written,
                        Moment moment, ActEffects& effects);
  void OnGivenUp(const Id& id, const RecordGivenUp& given_up, absl::StatusOr<ActRecord> written,
                 Moment moment, ActEffects& effects);
  void Announce(const ActRecord& record, Moment moment, ActEffects& effects);
  void WriteResult(const std::string& member, const v1::ActResult& result,
                   std::shared_ptr<const void> in_work, Moment moment, ActEffects& effects);
  void WriteWitnesses(const std::vector<Id>& ids, Moment moment, ActEffects& effects);
  void RetryWrites(Moment moment, ActEffects& effects);
  void Follow(const ActRecord& record, Moment moment, ActEffects& effects);
  void TellWhatToRead(Moment moment, ActEffects& effects);

  // A result that the store could not take yet.
  struct HeldResult {
    std::string member;
    v1::ActResult result;
    clock::Steady at;
    std::shared_ptr<const void> in_work;
  };

  const std::string run_;
  const ActOptions options_;
  absl::node_hash_map<Id, ActMachine> acts_;
  ActBudget budget_;
  Deadlines due_;  // of the acts
  Callers callers_;
  ConversationLock lock_;
  Fences fences_;
  Healing healing_;
  Decisions decisions_;
  std::set<ids::ConversationKey> read_for_healing_;
  absl::flat_hash_map<std::string, std::string> edge_stores_;  // by member
  absl::flat_hash_map<std::string, int64_t> newest_streams_;   // by member
  absl::flat_hash_set<std::string> open_members_;
  std::vector<HeldResult> held_results_;
  Deadlines held_witnesses_;  // by act: the store could not take them yet
  bool is_draining_ = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_CORE_H_
