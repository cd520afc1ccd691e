#include "relay/acts/fences.h"

namespace collie::relay {

void Fences::SetTerm(const std::string& member, int64_t term) {
  OfMember& of_member = members_[member];
  of_member.term = term;
  of_member.has_term = true;
}

bool Fences::HasTerm(const std::string& member) const {
  const auto found = members_.find(member);
  return found != members_.end() && found->second.has_term;
}

v1::Fence Fences::Draw(const ids::ConversationKey& conversation) {
  OfMember& of_member = members_[conversation.member];
  v1::Fence fence;
  fence.set_term(of_member.term);
  fence.set_number(++of_member.last_number);
  return fence;
}

}  // namespace collie::relay
