#ifndef COLLIE_RELAY_HTTP_DOOR_ADDRESS_H_
#define COLLIE_RELAY_HTTP_DOOR_ADDRESS_H_

#include <optional>
#include <string>
#include <vector>

#include "collie/v1/receipt.pb.h"

namespace collie::relay {

// What is at a path of the HTTP API.
struct DoorAddress {
  enum class Kind { kSnapshot, kReceipts, kConversation, kHistory, kSend, kOneTap, kAct, kStart };
  Kind kind = Kind::kSnapshot;
  // kConversation, kHistory, kAct; without a pane for kStart. Not yet checked.
  v1::Conversation conversation;
  v1::ActKind act = v1::ACT_KIND_UNSPECIFIED;  // kAct
  std::string one_use_id;                      // kOneTap; not yet checked

  bool is_read() const { return kind <= Kind::kHistory; }
};

// Finds what a decoded path names. nullopt: nothing. Pure; any thread.
std::optional<DoorAddress> FindAddress(const std::vector<std::string>& path);

// Whether a conversation's ids follow their rules; `pane` empty only where `may_lack_pane`.
bool HasGoodIds(const v1::Conversation& conversation, bool may_lack_pane);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_DOOR_ADDRESS_H_
