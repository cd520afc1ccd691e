#ifndef COLLIE_CREW_RECEIPT_TRANSITIONS_H_
#define COLLIE_CREW_RECEIPT_TRANSITIONS_H_

#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/receipt/fit.h"

// The legal changes of a receipt: all of them only raise its outcome (rule 9 of
// relay/acts/README.md). `now` is the wall clock's, for people. Each returns whether the receipt
// changed. Pure; any thread.
namespace collie::receipt {

// Whether `attempt` may be passed on with this receipt: the first while it is pending, the second
// only while it is unknown (rule 7), never a third.
bool MayPassOn(const v1::Receipt& receipt, int attempt);

// An attempt ended before its POST: in the first the act is refused; in the second nothing is
// learned of the first, and OutcomeOfRefusal says what remains (rule 5). `attempt` is 0 while
// nothing was passed on.
bool EndWithoutPost(v1::Receipt& receipt, int attempt, const Refusal& refusal, absl::Time now);

// Nobody answered in time (rule 17: what is under way stays under way).
bool EndUnknown(v1::Receipt& receipt, v1::Reason reason, absl::Time now);

// What was under way can never be told any more, and the request id is spent.
bool EndMaybeApplied(v1::Receipt& receipt, v1::Reason reason, absl::Time now);

// Whether the edge tells that an attempt is over: done, with an outcome that an attempt can have,
// or never. One that is under way is not, and neither is one that breaks the contract.
bool Settles(const v1::ActResult& result);

// What the edge tells of an attempt; its texts were bounded at the link. `newest`: it is the
// attempt that was passed on last; news of an older one heals to sent and does nothing else (rule
// 8). A refusal met by the second attempt is none (rule 5).
bool TakeResult(v1::Receipt& receipt, const v1::ActResult& result, bool newest, absl::Time now);

// What a refusal met before the POST of an attempt means for its act: refused in the first; in the
// second unknown, but maybe-applied where the question closed, the turn moved or the epoch changed
// (rule 5).
v1::Outcome OutcomeOfRefusal(int attempt, v1::Reason reason);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_TRANSITIONS_H_
