#ifndef COLLIE_CREW_WIRE_ACT_REPLY_H_
#define COLLIE_CREW_WIRE_ACT_REPLY_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace collie::wire {

// The 200 of an act (protos/WIRE.md, Acts).
struct ActReply {
  std::string request_id;  // compare it: a reply with another id proves nothing
  bool queued = false;     // a send that is queued until the turn ends
  bool replayed = false;   // the agent had this id before; nothing ran now
  std::string pane_id;     // of a start; empty when the reply has none
  std::string
      outcome;  // of an answer: `taken`, `too-late`, or a word that this version does not know
};

// Reads the 200 of an act. Once it names a request id, any other field that has a wrong type is
// left out. INVALID_ARGUMENT, with one sentence, when it names none or is no JSON object. Pure.
absl::StatusOr<ActReply> DecodeActReply(std::string_view body);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_ACT_REPLY_H_
