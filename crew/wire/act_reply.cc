#include "crew/wire/act_reply.h"

#include "crew/wire/json_reader.h"

namespace collie::wire {

absl::StatusOr<ActReply> DecodeActReply(std::string_view body) {
  constexpr std::string_view kWhat = "reply to an act";
  ActReply reply;
  Reading reading;
  const absl::Status read =
      ReadBody(kWhat, body, reading, [&](std::string_view key, JsonValue value) {
        // A duplicate key breaks the wire, and a reply that names two requests proves neither.
        if (key == "requestId") {
          return reply.request_id.empty() && ReadId(value, &reply.request_id);
        }
        if (key == "queued") ReadBool(value, &reply.queued);
        if (key == "replayed") ReadBool(value, &reply.replayed);
        if (key == "paneId") ReadId(value, &reply.pane_id);
        if (key == "outcome") ReadId(value, &reply.outcome);
        return true;
      });
  if (!read.ok()) return read;
  if (reply.request_id.empty()) return Unreadable(kWhat, "`requestId` is missing");
  return reply;
}

}  // namespace collie::wire
