#ifndef COLLIE_RELAY_MERGE_ENDED_ONE_USE_H_
#define COLLIE_RELAY_MERGE_ENDED_ONE_USE_H_

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "collie/v1/conversation.pb.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// What the one-use ids of late stood for, so that a tap on a question that is over can be told what
// became of it. Bounded for each member. Pure; not thread-safe.
class EndedOneUse {
 public:
  static constexpr size_t kOfMember = 256;  // the oldest leave

  struct Place {
    ids::ConversationKey conversation;
    std::string ask_id;
    std::string hash;
    bool is_spent = false;  // by an answer that was dispatched
  };

  // An id ended: its question is gone, or has another id since. One that is spent stays so.
  void End(const std::string& id, const ids::ConversationKey& conversation, const v1::Ask& ask,
           bool is_spent);
  // The id stands again.
  void Begin(const std::string& id);
  std::optional<Place> Find(const std::string& id) const;

 private:
  absl::flat_hash_map<std::string, Place> ended_;
  std::map<std::string, std::deque<std::string>> ages_;  // by member; the oldest first
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_ENDED_ONE_USE_H_
