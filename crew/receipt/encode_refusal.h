#ifndef COLLIE_CREW_RECEIPT_ENCODE_REFUSAL_H_
#define COLLIE_CREW_RECEIPT_ENCODE_REFUSAL_H_

#include "absl/status/status.h"
#include "crew/receipt/fit.h"

namespace collie::receipt {

// Why an act that wire::EncodeAct could not write is refused: `too-large` where it is, else
// `unsupported` with the sentence that names the cause. REQUIRES: !status.ok(). Pure; any thread.
Refusal EncodeRefusal(const absl::Status& status);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_ENCODE_REFUSAL_H_
