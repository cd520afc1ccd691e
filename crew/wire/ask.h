#ifndef COLLIE_CREW_WIRE_ASK_H_
#define COLLIE_CREW_WIRE_ASK_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "collie/v1/conversation.pb.h"

namespace collie::wire {

// A question as the agent raised it.
struct RaisedAsk {
  v1::Ask ask;  // bounded and cleaned, with its hash; `expires_in_ms` is not set
  // Its deadline in milliseconds since 1970 by the agent's clock: with the agent's `now` it becomes
  // time left.
  std::optional<int64_t> expires_at_ms;
};

// Reads one ask (protos/WIRE.md). The hash is taken over the text as received. An unknown kind, or
// a form with a field of unknown type, is ASK_KIND_OTHER: shown and not answered here. An option or
// field that breaks the rules is left out, counted in `bad_entries`, and alters the ask. nullopt
// when the ask itself is a bad entry: no id, title or kind, a wrong type, a key twice. Pure.
std::optional<RaisedAsk> DecodeAsk(std::string_view raw_json, int* bad_entries);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_ASK_H_
