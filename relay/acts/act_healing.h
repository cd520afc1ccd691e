#ifndef COLLIE_RELAY_ACTS_ACT_HEALING_H_
#define COLLIE_RELAY_ACTS_ACT_HEALING_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/healing_reads.h"
#include "relay/acts/kept_sends.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// The acts that a conversation may still witness: whether one that is unknown ran, and when one
// that was sent became effective. Presence proves, in any epoch; absence proves nothing. What a
// call costs does not grow with the acts that are followed (but for their logarithm). Pure; not
// thread-safe.
class Healing {
 public:
  static constexpr size_t kFollowed = 10'000;  // acts at once; the oldest leaves
  // Conversations read for it, the newest acts' first.
  static constexpr size_t kWanted = HealingReads::kWanted;

  // For how long a conversation is read for an act without a watcher.
  explicit Healing(absl::Duration read_for) : read_for_(read_for) {}

  // Takes an act as its record is now, and drops one about which nothing is left to learn.
  // `age`: for how long it has been as it is.
  void Follow(const ActRecord& record, clock::Steady now,
              absl::Duration age = absl::ZeroDuration());

  // What an update witnesses of the acts that are followed: their request ids. An update proves
  // something only of acts on its own member and source, whose address is `address_id` now; empty:
  // not known.
  std::vector<std::string> FindWitnessed(const ids::MemberId& member,
                                         const v1::ConversationUpdate& update,
                                         const ids::AddressId& address_id = {});
  // Whether a send is kept for later in this conversation.
  bool KeepsAny(const ids::ConversationKey& conversation) const;
  // The whole view of a conversation was sent as it is in the current epoch, `epoch`: nobody
  // will run the sends that an earlier run kept and that were not seen. Their request ids.
  std::vector<std::string> WitnessEpoch(const ids::ConversationKey& conversation,
                                        const ids::Epoch& epoch);
  // The decision of a question in a conversation names the answer that decided it.
  std::vector<std::string> WitnessDecision(const ids::ConversationKey& conversation,
                                           const v1::ClosedAsk& decision);
  // The best that was witnessed of an act so far; nullopt: nothing, or it is not followed.
  std::optional<receipt::Witness> WitnessOf(const std::string& request_id) const;

  // Whether Wanted may be another one than at its last call.
  bool HasMoved(clock::Steady now) const { return reads_.HasMoved(now); }
  // Whether it would name a conversation that it did not name then.
  bool HasCome() const { return reads_.HasCome(); }
  // The conversations to be read without a watcher; a start whose conversation is not known has
  // an empty pane.
  std::set<ids::ConversationKey> Wanted(clock::Steady now) { return reads_.Wanted(now); }

 private:
  struct Followed {
    v1::ActKind act = v1::ACT_KIND_UNSPECIFIED;
    ids::ConversationKey conversation;
    ids::AddressId address_id;  // of its agent; empty: not known
    std::string ask_id;         // of an answer
    std::string epoch;          // the agent's, at its first dispatch
    v1::Outcome outcome = v1::OUTCOME_PENDING;
    std::optional<clock::Steady> read_until;
    std::optional<receipt::Witness> witness;
    uint64_t order = 0;
    bool is_kept = false;  // by the agent, for after its turn
  };

  Followed* Find(const ids::RequestId& request_id, const ids::ConversationKey& conversation,
                 const ids::AddressId& address_id = {});
  bool RecordWitness(Followed& act, receipt::Witness witness);
  void WitnessItem(const v1::Item& item, const ids::ConversationKey& here,
                   const ids::AddressId& address_id, std::vector<std::string>& seen);
  void WitnessClosedAsk(const v1::ClosedAsk& closed, const ids::ConversationKey& here,
                        const ids::AddressId& address_id, std::vector<std::string>& seen);
  void Forget(const std::string& request_id);
  // What is listed under an act's conversation and epoch: taken out before they change.
  void List(const std::string& request_id, const Followed& act, clock::Steady now);
  void Unlist(const std::string& request_id, const Followed& act);

  const absl::Duration read_for_;
  absl::flat_hash_map<std::string, Followed> acts_;  // by request id
  std::map<uint64_t, std::string> orders_;           // the oldest first
  HealingReads reads_;
  KeptSends kept_;
  uint64_t next_order_ = 1;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_HEALING_H_
