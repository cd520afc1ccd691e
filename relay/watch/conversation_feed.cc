#include "relay/watch/conversation_feed.h"

#include <utility>

#include "crew/status/status_macros.h"

namespace collie::relay {

absl::StatusOr<std::optional<ConversationStep>> ConversationFeed::Next() {
  if (std::optional<ConversationStep> part = NextPart()) return part;
  COLLIE_ASSIGN_OR_RETURN(news_, cache_.News(key_, seen_));
  part_ = 0;
  return NextPart();
}

std::optional<ConversationStep> ConversationFeed::NextPart() {
  if (!news_) return std::nullopt;
  const std::shared_ptr<const ConversationNews> news = news_->Get();
  if (!news) {
    // So slow that it was given up: the reader drops what it has of it at the next reset.
    news_.reset();
    seen_ = {};
    return std::nullopt;
  }
  ConversationStep step;
  step.bytes = news->parts[part_++];
  if (part_ < news->parts.size()) return step;
  step.read_age_ms = cache_.ReadAgeMs(key_);
  seen_ = {news->cursor, news->pane};
  news_.reset();
  return step;
}

}  // namespace collie::relay
