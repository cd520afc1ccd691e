#include "relay/acts/fences.h"

namespace collie::relay {

v1::Fence Fences::Draw(const ids::ConversationKey& conversation) {
  v1::Fence fence;
  if (const auto term = terms_.find(conversation.member); term != terms_.end()) {
    fence.set_term(term->second);
  }
  fence.set_number(++numbers_[conversation]);
  return fence;
}

}  // namespace collie::relay
