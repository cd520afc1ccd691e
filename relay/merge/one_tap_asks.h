#ifndef COLLIE_RELAY_MERGE_ONE_TAP_ASKS_H_
#define COLLIE_RELAY_MERGE_ONE_TAP_ASKS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "collie/v1/conversation.pb.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Open questions that one tap can answer, and their one-use ids. An id is a keyed hash of
// (conversation, epoch, ask, hash, n), so it survives a restart and is the same at every relay; n
// rises whenever an answer ended without deciding. Pure; not thread-safe.
class OneTapAsks {
 public:
  // `key`: at least 32 secret bytes, kept across restarts.
  explicit OneTapAsks(std::string key) : key_(std::move(key)) {}

  // Sets `one_tap` and `one_use_id`.
  void Label(const ids::ConversationKey& conversation, const std::string& epoch,
             v1::Ask* ask) const;

  // What names an ask in the store of the counts.
  static std::string AskKey(const ids::ConversationKey& conversation, const std::string& epoch,
                            const v1::Ask& ask);
  void SetCount(const std::string& ask_key, int64_t count) { counts_[ask_key] = count; }

  // One tap can say it: a permission, or a choice of one, unaltered.
  static bool FitsOneTap(const v1::Ask& ask);

 private:
  const std::string key_;
  absl::flat_hash_map<std::string, int64_t> counts_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_ONE_TAP_ASKS_H_
