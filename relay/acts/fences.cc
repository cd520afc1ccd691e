#include "relay/acts/fences.h"

namespace collie::relay {

v1::Fence Fences::Draw(const ids::ConversationKey& conversation) {
  v1::Fence fence;
  fence.set_term(terms_.at(conversation.member));
  fence.set_number(++numbers_[conversation]);
  return fence;
}

}  // namespace collie::relay
