#ifndef COLLIE_RELAY_ACTS_LATE_ANSWER_H_
#define COLLIE_RELAY_ACTS_LATE_ANSWER_H_

#include <optional>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/receipt/fit.h"
#include "relay/acts/ports.h"

namespace collie::relay {

// What the relay says to an answer whose question may be over: `refusal` is what the ordinary
// checks say, `one_use` the state of the id of a tap (kOpen for any other answer), `decision` how
// the question ended, where the relay knows. With a decision it is refused `decided`. nullopt: it
// is dispatched; of a question that is merely gone only the edge can tell what became of it, and it
// refuses what is not open. A spent id is never dispatched. REQUIRES: request.has_answer(). Pure;
// any thread.
std::optional<receipt::Refusal> CheckLateAnswer(std::optional<receipt::Refusal> refusal,
                                                const v1::ActRequest& request, OneUse one_use,
                                                const ActTarget& target,
                                                const std::optional<v1::ClosedAsk>& decision);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_LATE_ANSWER_H_
