#ifndef COLLIE_RELAY_ACTS_KEPT_SENDS_H_
#define COLLIE_RELAY_ACTS_KEPT_SENDS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "crew/ids/ids.h"

namespace collie::relay {

// The sends that agents keep for after their turn, by conversation and by the agent's epoch, so
// that the end of an epoch is looked up and not searched for. Pure; not thread-safe.
class KeptSends {
 public:
  void Add(const ids::ConversationKey& conversation, const std::string& epoch,
           const std::string& request_id);
  // Nothing when it is not there.
  void Remove(const ids::ConversationKey& conversation, const std::string& epoch,
              const std::string& request_id);

  bool Any(const ids::ConversationKey& conversation) const;
  // Takes out what other epochs than this one kept there.
  std::vector<std::string> TakeOthers(const ids::ConversationKey& conversation,
                                      const std::string& epoch);

 private:
  using ByEpoch = std::map<std::string, std::set<std::string>>;
  std::map<ids::ConversationKey, ByEpoch> kept_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_KEPT_SENDS_H_
