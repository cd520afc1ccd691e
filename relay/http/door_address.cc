#include "relay/http/door_address.h"

#include "crew/ids/ids.h"
#include "relay/http/act_body.h"

namespace collie::relay {
namespace {

using Kind = DoorAddress::Kind;

DoorAddress Of(Kind kind) {
  DoorAddress address;
  address.kind = kind;
  return address;
}

// api / conversations / member / source / pane [/ word]
std::optional<DoorAddress> ConversationAddress(const std::vector<std::string>& path) {
  DoorAddress address = Of(Kind::kConversation);
  address.conversation.set_member(path[2]);
  address.conversation.set_source(path[3]);
  address.conversation.set_pane(path[4]);
  if (path.size() == 5) return address;
  if (path[5] == "history") {
    address.kind = Kind::kHistory;
    return address;
  }
  const std::optional<v1::ActKind> act = ConversationActOf(path[5]);
  if (!act) return std::nullopt;
  address.kind = Kind::kAct;
  address.act = *act;
  return address;
}

}  // namespace

std::optional<DoorAddress> FindAddress(const std::vector<std::string>& path) {
  if (path.size() < 2 || path[0] != "api") return std::nullopt;
  const std::string& word = path[1];
  if (path.size() == 2 && word == "snapshot") return Of(Kind::kSnapshot);
  if (path.size() == 2 && word == "receipts") return Of(Kind::kReceipts);
  if (path.size() == 2 && word == "send") return Of(Kind::kSend);
  if (path.size() == 3 && word == "ask") {
    DoorAddress address = Of(Kind::kOneTap);
    address.one_use_id = path[2];
    return address;
  }
  if (path.size() == 5 && word == "sources" && path[4] == "start") {
    DoorAddress address = Of(Kind::kStart);
    address.conversation.set_member(path[2]);
    address.conversation.set_source(path[3]);
    return address;
  }
  if ((path.size() == 5 || path.size() == 6) && word == "conversations") {
    return ConversationAddress(path);
  }
  return std::nullopt;
}

bool HasGoodIds(const v1::Conversation& conversation, bool may_lack_pane) {
  const bool has_pane = !conversation.pane().empty();
  return ids::IsName(conversation.member()) && ids::IsName(conversation.source()) &&
         (has_pane ? ids::IsWireId(conversation.pane()) : may_lack_pane);
}

}  // namespace collie::relay
