#ifndef COLLIE_RELAY_WATCH_CONVERSATION_FEED_H_
#define COLLIE_RELAY_WATCH_CONVERSATION_FEED_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "relay/watch/conversation_cache.h"
#include "relay/watch/conversation_news.h"

namespace collie::relay {

// One message of a watched conversation: the bytes of a v1::ConversationEvent, without its age.
struct ConversationStep {
  SharedBytes bytes;
  std::optional<int64_t> read_age_ms;  // with the last part of an event
};

// The events of one reader of a conversation: the conversation once it was read, then what is new,
// each in messages under 1 MiB. It keeps a cursor, and a place in shared news while it is in the
// middle of some; where those are given up since it was too slow, it begins anew with a reset. Not
// thread-safe.
class ConversationFeed {
 public:
  ConversationFeed(ConversationCache& cache, ids::ConversationKey key, std::string cursor)
      : cache_(cache), key_(std::move(key)), seen_{std::move(cursor), nullptr} {}

  // The next message; nullopt: there is no news. NOT_FOUND: the conversation is not listed any
  // more.
  absl::StatusOr<std::optional<ConversationStep>> Next();

 private:
  // Of the news under way; nullopt: there are none.
  std::optional<ConversationStep> NextPart();

  ConversationCache& cache_;
  const ids::ConversationKey key_;
  ConversationCache::Seen seen_;
  std::shared_ptr<HeldNews> news_;  // under way
  size_t part_ = 0;                 // of them that comes next
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_CONVERSATION_FEED_H_
