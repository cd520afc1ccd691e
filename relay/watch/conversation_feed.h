#ifndef COLLIE_RELAY_WATCH_CONVERSATION_FEED_H_
#define COLLIE_RELAY_WATCH_CONVERSATION_FEED_H_

#include <deque>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.pb.h"
#include "relay/watch/conversation_cache.h"

namespace collie::relay {

// The events of one reader of a conversation: the conversation once it was read, then what is new,
// each in messages under 1 MiB (InParts). Not thread-safe.
class ConversationFeed {
 public:
  ConversationFeed(ConversationCache& cache, ids::ConversationKey key, std::string cursor)
      : cache_(cache), key_(std::move(key)), cursor_(std::move(cursor)) {}

  // The next event; nullopt: there is no news. NOT_FOUND: the conversation is not listed any more.
  absl::StatusOr<std::optional<v1::ConversationEvent>> Next();

 private:
  ConversationCache& cache_;
  const ids::ConversationKey key_;
  std::string cursor_;
  std::deque<v1::ConversationEvent> waiting_;  // the rest of an event in parts
  std::string sent_;                           // turn and asks as last sent, without times left
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_CONVERSATION_FEED_H_
