#ifndef COLLIE_RELAY_ACTS_REPLIES_H_
#define COLLIE_RELAY_ACTS_REPLIES_H_

#include <string>

#include "absl/status/status.h"
#include "collie/v1/receipt.pb.h"
#include "relay/acts/act_reply.h"

namespace collie::relay {

// The shapes of a reply. Pure.
ActReply WithReceipt(v1::Receipt receipt, bool is_repeat);
ActReply WithoutReceipt(v1::Reason reason);
ActReply BadRequest(std::string detail);
ActReply Overloaded();

// Why a store refused a write: fenced when a newer relay has started, else store-unavailable. Pure.
v1::Reason ReasonOfStore(const absl::Status& status);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_REPLIES_H_
