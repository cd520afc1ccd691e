#ifndef COLLIE_CREW_RECEIPT_FIT_H_
#define COLLIE_CREW_RECEIPT_FIT_H_

#include <optional>
#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/receipt.pb.h"

namespace collie::receipt {

// Why an act is not dispatched.
struct Refusal {
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::string detail;                     // the reason's sentence, or a narrower one
  std::optional<v1::Ask> ask;             // ask-changed: the question as it is now
  std::optional<v1::ClosedAsk> decision;  // decided: how the question ended
};

// Makes a refusal whose detail is the reason's own sentence.
Refusal RefusedBecause(v1::Reason reason);

// Makes the refusal of an answer to a question that ended so before.
Refusal DecidedAs(v1::ClosedAsk decision);

// The preconditions of an act, against what the person saw: the source answers and can do it, the
// conversation is there, the turn and the question are those of the request. The relay checks the
// merged state and the edge a fresh read, by the same rules. nullopt: all hold. `pane` is null
// where the source lists no such conversation; a start needs none. REQUIRES: one_tap was turned
// into the answer that it stands for. Pure; any thread.
std::optional<Refusal> FailedPrecondition(const v1::ActRequest& request, const v1::Source& source,
                                          const v1::Pane* pane);

// The open question of that id; null when there is none.
const v1::Ask* FindAsk(const v1::Pane& pane, const std::string& ask_id);

// The kind of an act; an answer by one tap is an answer. UNSPECIFIED: no act is set.
v1::ActKind KindOf(const v1::ActRequest& request);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_FIT_H_
