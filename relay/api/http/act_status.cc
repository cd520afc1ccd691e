#include "relay/api/http/act_status.h"

#include <string>

#include "crew/json/receipt.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "relay/api/http/error_reply.h"

namespace collie::relay {

int ReasonStatus(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_NO_SUCH_CONVERSATION:
      return 404;
    case v1::REASON_TOO_LARGE:
      return 413;
    case v1::REASON_NOT_ALLOWED:
      return 403;
    case v1::REASON_MEMBER_UNREACHABLE:
    case v1::REASON_SOURCE_UNREACHABLE:
    case v1::REASON_STARTING:
    case v1::REASON_STORE_UNAVAILABLE:
    case v1::REASON_DRAINING:
      return 503;
    default:
      return 409;
  }
}

int ReceiptStatus(const v1::Receipt& receipt) {
  switch (receipt.outcome()) {
    case v1::OUTCOME_SENT:
      return 200;
    case v1::OUTCOME_PENDING:
      return 202;
    case v1::OUTCOME_UNKNOWN:
      return 504;
    case v1::OUTCOME_MAYBE_APPLIED:
      return 409;
    case v1::OUTCOME_REFUSED:
      return ReasonStatus(receipt.reason());
    default:
      return 500;
  }
}

http_server::Reply ReplyTo(const ActReply& answer) {
  if (answer.receipt) {
    http_server::Reply reply = JsonReply(json::ReceiptJson(*answer.receipt));
    reply.status = ReceiptStatus(*answer.receipt);
    return reply;
  }
  if (answer.bad_request) return BadRequest(answer.detail);
  if (answer.overloaded) return OverloadedReply();
  if (answer.refused == v1::REASON_UNSPECIFIED) return InternalReply();
  const std::string sentence =
      answer.detail.empty() ? std::string(receipt::Sentence(answer.refused)) : answer.detail;
  return ErrorReply(ReasonStatus(answer.refused), receipt::ApiWord(answer.refused), sentence);
}

}  // namespace collie::relay
