#ifndef COLLIE_CREW_RECEIPT_OUTCOME_H_
#define COLLIE_CREW_RECEIPT_OUTCOME_H_

#include "collie/v1/receipt.pb.h"

namespace collie::receipt {

// Sent and refused: nothing later changes them.
bool IsDefinite(v1::Outcome outcome);

// Whether an act may go from one outcome to another: outcomes only rise, pending < unknown <
// maybe-applied < sent and refused, and a definite one stays (rule 9 of relay/acts/README.md).
bool Rises(v1::Outcome from, v1::Outcome to);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_OUTCOME_H_
