#ifndef COLLIE_RELAY_ACTS_ACT_REPLY_H_
#define COLLIE_RELAY_ACTS_ACT_REPLY_H_

#include <functional>
#include <optional>
#include <string>

#include "collie/v1/receipt.pb.h"

namespace collie::relay {

// What a caller is told: a receipt, or why there is none.
struct ActReply {
  std::optional<v1::Receipt> receipt;
  // Without a receipt: not-allowed, request-id-reused, unknown-request, store-unavailable, draining
  // or fenced (a newer relay has taken over).
  v1::Reason refused = v1::REASON_UNSPECIFIED;
  // Without a receipt: the request cannot be read as an act. `detail` says why.
  bool bad_request = false;
  // Without a receipt: too many acts are under way, and nothing was done.
  bool overloaded = false;
  // One sentence for a person, where there is no receipt.
  std::string detail;
};

// Called exactly once, with no lock held; must not block.
using ActDone = std::function<void(ActReply)>;

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_REPLY_H_
