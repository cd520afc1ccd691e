#ifndef COLLIE_RELAY_API_HTTP_ACT_STATUS_H_
#define COLLIE_RELAY_API_HTTP_ACT_STATUS_H_

#include "collie/v1/receipt.pb.h"
#include "crew/http_server/message.h"
#include "relay/acts/act_reply.h"

namespace collie::relay {

// The HTTP status of a reason: 404, 413, 403 or 503 where the reason says more than "refused", 409
// else.
int ReasonStatus(v1::Reason reason);
// The HTTP status of a receipt: 200 sent, 202 pending, 504 unknown, 409 maybe-applied, and a
// refused one by its reason.
int ReceiptStatus(const v1::Receipt& receipt);

// The reply to an act: its receipt, or why there is none.
http_server::Reply ReplyTo(const ActReply& answer);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ACT_STATUS_H_
