#ifndef COLLIE_CREW_IDS_IDS_H_
#define COLLIE_CREW_IDS_IDS_H_

#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "collie/v1/conversation.pb.h"

namespace collie::ids {

// A member's id or a source's name: [a-z0-9][a-z0-9-]{0,62}.
bool IsName(std::string_view text);

// An id on the wire (panes, asks, options, request ids): 1 to 128 of A-Z a-z 0-9 . _ : -, never `.`
// or
// `..` (protos/WIRE.md).
bool IsWireId(std::string_view text);

// An opaque string of the agent's (turns, items, cursors): 1 to 128 bytes without controls.
bool IsOpaque(std::string_view text);

// The triple that names a conversation, as a key of maps. `pane` is empty for a start.
struct ConversationKey {
  std::string member;
  std::string source;
  std::string pane;

  static ConversationKey From(const v1::Conversation& conversation);
  v1::Conversation ToProto() const;
  // member/source/pane, for people and logs.
  std::string ToString() const;

  friend bool operator==(const ConversationKey& a, const ConversationKey& b) {
    return std::tie(a.member, a.source, a.pane) == std::tie(b.member, b.source, b.pane);
  }
  friend bool operator<(const ConversationKey& a, const ConversationKey& b) {
    return std::tie(a.member, a.source, a.pane) < std::tie(b.member, b.source, b.pane);
  }
  template <typename H>
  friend H AbslHashValue(H state, const ConversationKey& key) {
    return H::combine(std::move(state), key.member, key.source, key.pane);
  }
};

}  // namespace collie::ids

#endif  // COLLIE_CREW_IDS_IDS_H_
