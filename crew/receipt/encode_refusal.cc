#include "crew/receipt/encode_refusal.h"

#include <string>

namespace collie::receipt {

Refusal EncodeRefusal(const absl::Status& status) {
  if (absl::IsResourceExhausted(status)) return RefusedBecause(v1::REASON_TOO_LARGE);
  Refusal refusal = RefusedBecause(v1::REASON_UNSUPPORTED);
  refusal.detail = std::string(status.message());
  return refusal;
}

}  // namespace collie::receipt
