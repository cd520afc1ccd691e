#ifndef COLLIE_RELAY_ACTS_FIRST_RECEIPT_H_
#define COLLIE_RELAY_ACTS_FIRST_RECEIPT_H_

#include "absl/time/time.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/receipt.pb.h"
#include "relay/access/caller.h"

namespace collie::relay {

// The receipt of an act that is taken in: pending, with who asked and what is to be done. `pane` is
// the conversation as the relay shows it now, null where it is not listed: the labels of picked
// options come from it, if its question is the very one that the person saw. Pure; any thread.
v1::Receipt FirstReceipt(const Caller& caller, const v1::ActRequest& request, const v1::Pane* pane,
                         absl::Time now);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_FIRST_RECEIPT_H_
