#ifndef COLLIE_CREW_WIRE_ENCODE_ACT_H_
#define COLLIE_CREW_WIRE_ENCODE_ACT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "collie/v1/receipt.pb.h"

namespace collie::wire {

// The POST of one act.
struct EncodedAct {
  std::string path;  // from /session/v1 on, escaped
  std::string body;  // JSON, at most text::kActBodyBytes
};

// Writes an act for an agent of `epoch` (protos/WIRE.md, Acts). The same act gives the same bytes.
// INVALID_ARGUMENT: an id that breaks the rule, a missing turn or answer, text that is not UTF-8, a
// number that JSON cannot say, no act or a one-tap one (which the relay turns into an answer
// first). RESOURCE_EXHAUSTED: the body is too large. Pure.
absl::StatusOr<EncodedAct> EncodeAct(const v1::ActRequest& request, std::string_view epoch);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_ENCODE_ACT_H_
