// The acts of DoorRoutes.
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "crew/ids/ids.h"
#include "relay/http/act_body.h"
#include "relay/http/act_status.h"
#include "relay/http/door_routes.h"

namespace collie::relay {
namespace {

// A page of another origin can send a form or plain text, but not this without a preflight.
bool IsJson(const HttpRequest& request) {
  const std::string* header = request.Header("content-type");
  if (header == nullptr) return false;
  const absl::string_view type = absl::string_view(*header).substr(0, header->find(';'));
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(type), "application/json");
}

DoorReply Refused(v1::Reason reason) {
  ActReply answer;
  answer.refused = reason;
  return ReplyTo(answer);
}

bool NamesWhatCanBe(const DoorAddress& address) {
  switch (address.kind) {
    case DoorAddress::Kind::kOneTap:
      return ids::IsWireId(address.one_use_id);
    case DoorAddress::Kind::kAct:
      return HasGoodIds(address.conversation, false);
    case DoorAddress::Kind::kStart:
      return HasGoodIds(address.conversation, true);
    default:
      return true;
  }
}

absl::StatusOr<v1::ActRequest> ReadBody(const DoorAddress& address, absl::string_view body) {
  switch (address.kind) {
    case DoorAddress::Kind::kSend:
      return ReadSend(body);
    case DoorAddress::Kind::kOneTap:
      return ReadOneTap(address.one_use_id, body);
    case DoorAddress::Kind::kStart:
      return ReadStart(address.conversation, body);
    default:
      return ReadConversationAct(address.act, address.conversation, body);
  }
}

}  // namespace

DoorReply DoorRoutes::Act(const Caller& caller, const DoorAddress& address,
                          const HttpRequest& request) {
  if (!NamesWhatCanBe(address)) {
    // An id that breaks its rule names nothing.
    return Refused(address.kind == DoorAddress::Kind::kOneTap ? v1::REASON_ASK_CLOSED
                                                              : v1::REASON_NO_SUCH_CONVERSATION);
  }
  if (!IsJson(request)) {
    return ErrorReply(415, "bad-request", "Send the body as Content-Type: application/json.");
  }
  absl::StatusOr<v1::ActRequest> act = ReadBody(address, request.body);
  if (!act.ok()) return ErrorReply(400, "bad-request", act.status().message());
  return CarryOut(caller, *std::move(act));
}

DoorReply DoorRoutes::CarryOut(const Caller& caller, v1::ActRequest act) {
  if (waiting_.IsEmptied()) return Refused(v1::REASON_DRAINING);
  DoorReply reply = OverloadedReply();
  waiting_.Enter([&] {
    const std::optional<ActReply> answer =
        waiting_.Await([&](ActDone done) { backend_.Act(caller, std::move(act), std::move(done)); },
                       options_.act_wait);
    if (answer) {
      reply = ReplyTo(*answer);
    } else {
      reply = ErrorReply(504, "unknown",
                         "The relay did not report the outcome in time; ask for the receipt by its "
                         "requestId.");
    }
  });
  return reply;
}

}  // namespace collie::relay
