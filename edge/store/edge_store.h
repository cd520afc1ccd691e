#ifndef COLLIE_EDGE_STORE_EDGE_STORE_H_
#define COLLIE_EDGE_STORE_EDGE_STORE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"

namespace collie::edge {

// The edge's own receipt of one attempt: written before the POST, settled after it.
struct AttemptRecord {
  v1::Command command;
  ids::AgentAddress address;  // of the agent
  ids::Epoch epoch;           // the agent's, stored before the POST
  bool settled = false;
  v1::ActResult result;       // once settled
  bool acknowledged = false;  // the relay has this outcome on disk
  int64_t begun_at_ms = 0;    // since the Unix epoch by this machine's clock; set by the store
};

// Where a store stands, as a hello tells it.
struct StoreStanding {
  int64_t highest_term = 0;   // of any fence and of any welcome
  int64_t sequence = 0;       // attempts ever begun here
  std::string relay_run;      // of the command that came last
  int64_t last_dispatch = 0;  // that command's number among the member's dispatches
};

// The edge's durable receipts and fences. Every call but Acknowledge returns once its change is on
// disk; concurrent calls share a commit. Errors: UNAVAILABLE (the store cannot be written now:
// nothing changed). Thread-safe; calls block on the disk.
class EdgeStore {
 public:
  virtual ~EdgeStore() = default;

  // Names this store: minted when it was made. Another one than before says that it was wiped.
  virtual std::string Incarnation() const = 0;

  // In one transaction: compares the record's fence with the conversation's newest, raises it and
  // writes the record. ABORTED: the fence is not above the newest (rules 10 to 12 of
  // edge/acts/README.md). ALREADY_EXISTS: this attempt was begun before.
  virtual absl::Status Begin(const AttemptRecord& record) = 0;
  // Takes the record of an attempt back that was overtaken before its POST (rule 13).
  virtual absl::Status Withdraw(const std::string& request_id, int32_t attempt) = 0;
  // Settles an attempt. An outcome only rises (rule 9): a lower one changes nothing. A raised one
  // is unacknowledged again.
  virtual absl::Status Finish(const v1::ActResult& result) = 0;
  // Raises the conversation's fence to at least this one (rule 10).
  virtual absl::Status RaiseFence(const ids::ConversationKey& conversation,
                                  const v1::Fence& fence) = 0;
  // The relay has this outcome on disk; another outcome than the stored one changes nothing (rule
  // 23). It returns at once: the change shares the commit of another one, within a second. Until it
  // is on disk the relay is told again on a new stream.
  virtual void Acknowledge(const std::string& request_id, int32_t attempt, v1::Outcome outcome) = 0;

  // The conversation's newest fence; all zero when there is none.
  virtual absl::StatusOr<v1::Fence> NewestFence(const ids::ConversationKey& conversation) = 0;
  // One attempt. NOT_FOUND: none.
  virtual absl::StatusOr<AttemptRecord> Find(const std::string& request_id, int32_t attempt) = 0;
  // All attempts of an act that were begun, the first first: each stands for a POST. Withdrawn ones
  // are not among them.
  virtual absl::StatusOr<std::vector<AttemptRecord>> Begun(const std::string& request_id) = 0;
  // How many other acts were begun at the agent of this address after an act's first attempt.
  virtual absl::StatusOr<int64_t> OthersSince(const ids::RequestId& request_id,
                                              const ids::AgentAddress& address) = 0;
  // Whether an attempt is under way in this run of an agent under another source's name: one
  // agent under two names takes no act under the one before those under the other are settled.
  virtual absl::StatusOr<bool> IsUnderWayElsewhere(const ids::Epoch& epoch,
                                                   const ids::SourceName& source) = 0;
  // Settled and not acknowledged, in the order they were settled.
  virtual absl::StatusOr<std::vector<AttemptRecord>> Unacknowledged() = 0;

  // The relay's welcome has this term: from then on every fence of a lower one is refused (rule
  // 27).
  virtual absl::Status RaiseFloor(int64_t term) = 0;
  // A command came. Where it is begun, Begin writes down that it was the last; one that is not
  // leaves no trace that a restart would have to tell.
  virtual void CommandCame(const v1::Command& command) = 0;
  // From memory, with every command that came.
  virtual StoreStanding Standing() const = 0;
  // At most `most` attempts, settled or under way, in the order of request ids and attempts, after
  // this one; an empty id begins with the first.
  virtual absl::StatusOr<std::vector<AttemptRecord>> Held(const std::string& after_request_id,
                                                          int32_t after_attempt, int most) = 0;
};

// Whether fence `a` is above `b`: by term, then by number.
bool IsAbove(const v1::Fence& a, const v1::Fence& b);

// The higher of a fence and the lowest of a term.
v1::Fence AtLeastTerm(const v1::Fence& fence, int64_t term);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_EDGE_STORE_H_
