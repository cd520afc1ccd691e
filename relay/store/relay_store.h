#ifndef COLLIE_RELAY_STORE_RELAY_STORE_H_
#define COLLIE_RELAY_STORE_RELAY_STORE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"

namespace collie::relay {

// How far an act is, durably. "Unknown at the deadline" is an outcome: the phase stays kDispatched,
// so that a later run of the relay still queries the edge.
enum class ActPhase {
  kAccepted = 1,    // on disk, nothing dispatched
  kDispatched = 2,  // an attempt is with the edge and not settled: it holds the conversation's lock
  kSettled = 3,     // nothing is under way
};

// One act, as the relay keeps it.
struct ActRecord {
  v1::Receipt receipt;     // what people see
  v1::ActRequest request;  // without `again`; a tap is stored as the answer that it stands for
  std::string payload;     // SHA-256 of the request without `again`: what a repeat is compared with
  ActPhase phase = ActPhase::kAccepted;
  int32_t attempt = 0;        // dispatches so far
  v1::Fence fence;            // of the newest dispatch
  std::string edge_store;     // names the store of the edge that it was dispatched to last
  ids::AddressId address_id;  // of the agent that it was dispatched for
  std::string epoch;          // the agent's run that the first dispatch named
  int64_t dispatch = 0;  // of the newest dispatch among its member's; only as Dispatch returns it
};

// What a repeat of Accept finds.
struct Accepted {
  bool is_new = false;
  ActRecord record;
};

// Which receipts to list.
struct ReceiptQuery {
  std::optional<ids::ConversationKey> conversation;
  std::string request_id;
  int limit = 50;
  std::string before = "";  // only those older than this act's; none where nobody knows it
  std::vector<v1::Outcome> outcomes = {};      // only these; empty: all
  std::optional<int64_t> accepted_from = {};   // milliseconds since the epoch, by the relay's clock
  std::optional<int64_t> accepted_until = {};  // the same; this one is out
};

// The relay's durable receipts. Every write demands, inside its transaction, that this relay's term
// is still the newest in the store, else it fails with ABORTED and changes nothing (rule 18 of
// relay/acts/README.md). Writes are grouped; their `done` runs on the store's writer thread, after
// the commit, and must not block. Errors of writes: UNAVAILABLE (the store cannot be written now),
// ABORTED (a newer relay has started). Thread-safe.
class RelayStore {
 public:
  using ActDone = std::function<void(absl::StatusOr<ActRecord>)>;
  using AcceptDone = std::function<void(absl::StatusOr<Accepted>)>;
  // Changes the stored record, or returns false to leave it as it is.
  using ActChange = std::function<bool(ActRecord&)>;

  virtual ~RelayStore() = default;

  // This run's term, above every earlier one of this store. Fences have their member's term, which
  // is another number (relay/members).
  virtual int64_t Term() const = 0;
  // Names this run of the relay: random, and kept in the store for good.
  virtual std::string Run() const = 0;
  // What start-up found dispatched and unsettled, in the order of acceptance. What was only
  // accepted waits for its member's hello (MemberStore).
  virtual std::vector<ActRecord> Unsettled() const = 0;
  // Settled acts that a conversation may still witness: all that are unknown or maybe-applied, and
  // what was sent since `sent_since` and may still become effective (unhealed.h). The newest first,
  // at most `most`. Blocks on the disk.
  virtual absl::StatusOr<std::vector<ActRecord>> Unhealed(absl::Time sent_since, int most) = 0;

  // Inserts the record if its request id is new, else finds the stored one.
  virtual void Accept(ActRecord record, AcceptDone done) = 0;
  // Applies `change` to the stored record inside a transaction; `done` gets the record after it.
  // NOT_FOUND: no such request id.
  virtual void Update(const std::string& request_id, ActChange change, ActDone done) = 0;

  // Whether receipts can be written now. Waits at most `most` for a write that shows it.
  // UNAVAILABLE: they cannot.
  virtual absl::Status CanWrite(absl::Duration most) = 0;
  // As Update, by a change that passes an attempt on: where it does, the dispatches of the act's
  // member are counted in the same transaction.
  virtual void Dispatch(const std::string& request_id, ActChange change, ActDone done) = 0;

  // The stored record. NOT_FOUND: no such request id. Blocks on the disk.
  virtual absl::StatusOr<ActRecord> Find(const std::string& request_id) = 0;
  // Newest acceptance first. Blocks on the disk.
  virtual absl::StatusOr<std::vector<v1::Receipt>> List(const ReceiptQuery& query) = 0;

  // The count that makes a new one-use id of an ask after an answer ended without deciding.
  // Durable.
  virtual absl::StatusOr<std::vector<std::pair<std::string, int64_t>>> AskCounts() = 0;
  // Raises the count of an ask; `ask_key` names conversation, epoch, ask and hash.
  virtual void RaiseAskCount(const std::string& ask_key,
                             std::function<void(absl::StatusOr<int64_t>)> done) = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_RELAY_STORE_H_
