#ifndef COLLIE_CREW_RECEIPT_TRANSITIONS_H_
#define COLLIE_CREW_RECEIPT_TRANSITIONS_H_

#include <string>

#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/receipt/fit.h"

// The legal changes of a receipt: all of them only raise its outcome (rule 9 of
// relay/acts/README.md). `now` is the wall clock's, for people. Each returns whether the receipt
// changed. Pure; any thread.
namespace collie::receipt {

// Whether `attempt` may be dispatched with this receipt: the first while it is pending, a later one
// only while it is unknown (rule 7) and its second POST was not begun: never a third.
bool MayDispatch(const v1::Receipt& receipt, int attempt);

// An attempt ended before its POST: in the first the act is refused; in a later one nothing is
// learned of the first, and OutcomeOfRefusal says what remains (rule 5): where it stays unknown,
// the receipt says why nothing was retried.
bool EndWithoutPost(v1::Receipt& receipt, int attempt, const Refusal& refusal, absl::Time now);

// No answer in time (rule 17: what is under way stays under way).
bool EndUnknown(v1::Receipt& receipt, v1::Reason reason, absl::Time now);

// The outcome of what was under way can never be known, as `detail` says, and the request id is
// spent.
bool EndMaybeApplied(v1::Receipt& receipt, const std::string& detail, absl::Time now);

// Whether the edge reports that an attempt is over: done, with an outcome that an attempt can have,
// or never. One that is under way is not, and neither is one that breaks the contract.
bool Settles(const v1::ActResult& result);

// What the edge reports of an attempt; its texts were bounded at the link. `newest`: it is the
// attempt that was dispatched last; news of an older one heals to sent and does nothing else (rule
// 8). A refusal met by a later attempt does not refuse the act (rule 5).
bool TakeResult(v1::Receipt& receipt, const v1::ActResult& result, bool newest, absl::Time now);

// An operator gives the act up: it ends unknown with that reason, and whatever witnesses it later
// still heals it.
bool EndGivenUp(v1::Receipt& receipt, absl::Time now);

// What a conversation witnesses of an act that it names.
struct Witness {
  enum class Kind {
    kShown,       // it is there: the act was taken
    kDropped,     // the agent took it, kept it for later and will never run it
    kEpochEnded,  // the agent kept it for later and restarted before it came to it
  };
  Kind kind = Kind::kShown;
  v1::Evidence evidence = v1::EVIDENCE_UNSPECIFIED;  // with kShown
  std::string started_pane;                          // with kShown of a start
};

// Applies a witness. What is unknown or maybe-applied becomes sent by one that shows it; what is
// pending waits for its result and learns only when it became effective.
bool TakeWitness(v1::Receipt& receipt, const Witness& witness, absl::Time now);

// What a refusal met before the POST of an attempt means for its act: refused in the first; in a
// later one unknown, but maybe-applied where the question closed, the turn moved or the epoch
// changed (rule 5).
v1::Outcome OutcomeOfRefusal(int attempt, v1::Reason reason);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_TRANSITIONS_H_
