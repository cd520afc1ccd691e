#include "relay/acts/replies.h"

#include <utility>

#include "crew/receipt/sentence.h"

namespace collie::relay {

ActReply WithReceipt(v1::Receipt receipt, bool is_repeat) {
  receipt.set_replayed(is_repeat);
  ActReply reply;
  reply.receipt = std::move(receipt);
  return reply;
}

ActReply WithoutReceipt(v1::Reason reason) {
  ActReply reply;
  reply.refused = reason;
  reply.detail = std::string(receipt::Sentence(reason));
  return reply;
}

ActReply BadRequest(std::string detail) {
  ActReply reply;
  reply.bad_request = true;
  reply.detail = std::move(detail);
  return reply;
}

ActReply Overloaded() {
  ActReply reply;
  reply.overloaded = true;
  reply.detail = "Too many acts are under way; nothing was done, try again in a moment.";
  return reply;
}

v1::Reason ReasonOfStore(const absl::Status& status) {
  return absl::IsAborted(status) ? v1::REASON_FENCED : v1::REASON_STORE_UNAVAILABLE;
}

}  // namespace collie::relay
