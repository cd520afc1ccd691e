#ifndef COLLIE_RELAY_ACTS_RECORD_CHANGE_H_
#define COLLIE_RELAY_ACTS_RECORD_CHANGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/typed_id.h"
#include "crew/receipt/fit.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/act_reply.h"
#include "relay/store/relay_store.h"

// Every change that the acts make to a stored record, as a value: it is applied inside the store's
// transaction, so each one asks the record itself whether it may be. `now` is the wall clock's, for
// people. `Apply` returns whether the record changed. Pure; any thread.
namespace collie::relay {

// Changes nothing: reads the record for a retry after every write that was asked for before.
struct ReadForRetry {
  v1::ActRequest request;
  std::string payload;
  ActDone done;
  bool Apply(ActRecord& record) const;
};

// Changes nothing: reads the record of a repeat, where nothing new may be taken in now. `why` is
// for an id that nobody knows.
struct ReadRepeat {
  std::string payload;
  v1::Reason why = v1::REASON_UNSPECIFIED;
  ActDone done;
  bool Apply(ActRecord& record) const;
};

// Attempt and fence on disk before the command leaves (invariant 2). The receipt may have risen
// since it was looked at, so the record is asked whether this attempt may be (rule 7).
struct RecordDispatch {
  int32_t attempt = 0;
  v1::Fence fence;
  std::string epoch;          // the agent's, that the checks were made on
  ids::AddressId address_id;  // of that agent
  std::string edge_store;     // names the store of the edge that it goes to
  bool Apply(ActRecord& record) const;
};

// Nothing was dispatched, and `refusal` says why.
struct RecordRefusal {
  receipt::Refusal refusal;
  int32_t attempt = 0;  // the record's own: another one was dispatched meanwhile
  bool is_retry = false;
  absl::Time now;
  bool Apply(ActRecord& record) const;
};

// Rule 17: callers hear unknown, the phase stays, so that the edge is still asked.
struct RecordUnknown {
  std::optional<receipt::Witness> witness;
  absl::Time now;
  bool Apply(ActRecord& record) const;
};

// What an edge told of an attempt. `edge_store` is the edge's now: from one that came back with
// another store, `never` says nothing about what was before.
struct RecordResult {
  std::string member;
  v1::ActResult result;
  std::string edge_store;
  std::optional<receipt::Witness> witness;
  absl::Time now;
  std::shared_ptr<const void> in_work;  // kept until the store has taken it, or never will
  bool Apply(ActRecord& record) const;
};

// What a conversation showed of the act.
struct RecordWitness {
  receipt::Witness witness;
  absl::Time now;
  bool Apply(ActRecord& record) const;
};

// An operator stops waiting for it.
struct RecordGivenUp {
  absl::Time now;
  ActDone done;
  bool Apply(ActRecord& record) const;
};

using RecordChange = std::variant<ReadForRetry, ReadRepeat, RecordDispatch, RecordRefusal,
                                  RecordUnknown, RecordResult, RecordWitness, RecordGivenUp>;

bool Apply(const RecordChange& change, ActRecord& record);
// For logs and scenarios.
const char* Name(const RecordChange& change);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_RECORD_CHANGE_H_
