#include "relay/acts/decisions.h"

#include <utility>

namespace collie::relay {

void Decisions::Note(const ids::ConversationKey& conversation, const ids::AddressId& address_id,
                     const v1::ClosedAsk& closed) {
  if (closed.ask_id().empty()) return;
  OfMember& member = members_[conversation.member];
  const Question question{ids::SourceName(conversation.source), ids::PaneId(conversation.pane),
                          ids::AskId(closed.ask_id())};
  const auto [known, is_new] = member.known.try_emplace(question);
  if (is_new) member.ages.push_back(question);
  member.bytes -= known->second.bytes;
  // An entry costs its keys twice beside what it says.
  const size_t bytes = closed.ByteSizeLong() + address_id.value().size() +
                       2 * (conversation.source.size() + conversation.pane.size() +
                            closed.ask_id().size() + sizeof(Question));
  known->second = {address_id, closed, bytes};
  member.bytes += bytes;
  while (member.bytes > kBytes && !member.ages.empty()) {
    const Question oldest = std::move(member.ages.front());
    member.ages.pop_front();
    Forget(oldest, member);
  }
}

void Decisions::Forget(const Question& question, OfMember& member) {
  const auto found = member.known.find(question);
  if (found == member.known.end()) return;
  member.bytes -= found->second.bytes;
  member.known.erase(found);
}

std::optional<v1::ClosedAsk> Decisions::Find(const ids::ConversationKey& conversation,
                                             const ids::AddressId& address_id,
                                             const ids::AskId& ask_id) const {
  const auto member = members_.find(conversation.member);
  if (member == members_.end()) return std::nullopt;
  const auto known = member->second.known.find(
      {ids::SourceName(conversation.source), ids::PaneId(conversation.pane), ask_id});
  if (known == member->second.known.end()) return std::nullopt;
  // Another address is another agent under the name of the one before.
  if (known->second.address_id != address_id) return std::nullopt;
  return known->second.closed;
}

}  // namespace collie::relay
