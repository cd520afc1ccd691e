#include "relay/acts/kept_sends.h"

namespace collie::relay {

void KeptSends::Add(const ids::ConversationKey& conversation, const std::string& epoch,
                    const std::string& request_id) {
  kept_[conversation][epoch].insert(request_id);
}

void KeptSends::Remove(const ids::ConversationKey& conversation, const std::string& epoch,
                       const std::string& request_id) {
  const auto found = kept_.find(conversation);
  if (found == kept_.end()) return;
  const auto of_epoch = found->second.find(epoch);
  if (of_epoch == found->second.end()) return;
  of_epoch->second.erase(request_id);
  if (of_epoch->second.empty()) found->second.erase(of_epoch);
  if (found->second.empty()) kept_.erase(found);
}

bool KeptSends::Any(const ids::ConversationKey& conversation) const {
  return kept_.contains(conversation);
}

std::vector<std::string> KeptSends::TakeOthers(const ids::ConversationKey& conversation,
                                               const std::string& epoch) {
  std::vector<std::string> taken;
  const auto found = kept_.find(conversation);
  if (found == kept_.end()) return taken;
  std::erase_if(found->second, [&](const auto& of_epoch) {
    if (of_epoch.first == epoch) return false;
    taken.insert(taken.end(), of_epoch.second.begin(), of_epoch.second.end());
    return true;
  });
  if (found->second.empty()) kept_.erase(found);
  return taken;
}

}  // namespace collie::relay
