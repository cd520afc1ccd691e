#include "relay/merge/view_filter.h"

namespace collie::relay {

int KeyRange::Compare(const ids::ConversationKey& other) const {
  int order = depth < 1 ? 0 : other.member.compare(key.member);
  if (order == 0 && depth >= 2) order = other.source.compare(key.source);
  if (order == 0 && depth >= 3) order = other.pane.compare(key.pane);
  return order;
}

bool ViewFilter::Wants(const ids::ConversationKey& key) const {
  return (member.empty() || member == key.member) &&
         (source.empty() || key.source.empty() || source == key.source) &&
         (pane.empty() || key.pane.empty() || pane == key.pane);
}

std::vector<KeyRange> ViewFilter::Ranges() const {
  if (member.empty()) return {{}};
  if (source.empty()) return {{{member, "", ""}, 1}};
  if (pane.empty()) return {{{member, "", ""}, 3}, {{member, source, ""}, 2}};
  return {{{member, "", ""}, 3}, {{member, source, ""}, 3}, {{member, source, pane}, 3}};
}

ids::ConversationKey ViewFilter::Scope() const {
  if (member.empty()) return {};
  if (source.empty()) return {member, "", ""};
  return {member, source, pane};
}

}  // namespace collie::relay
