#include "relay/watch/conversation_feed.h"

#include <utility>

#include "relay/watch/conversation_parts.h"

namespace collie::relay {
namespace {

// Turn and asks, for comparing: times left run by themselves and are no news.
std::string Essence(const v1::ConversationEvent& event) {
  v1::ConversationEvent essence;
  *essence.mutable_turn() = event.turn();
  *essence.mutable_asks() = event.asks();
  for (v1::Ask& ask : *essence.mutable_asks()) ask.set_expires_in_ms(0);
  return essence.SerializeAsString();
}

}  // namespace

absl::StatusOr<std::optional<v1::ConversationEvent>> ConversationFeed::Next() {
  if (!waiting_.empty()) {
    v1::ConversationEvent part = std::move(waiting_.front());
    waiting_.pop_front();
    return std::optional(std::move(part));
  }
  if (!cache_.HasNews(key_)) {
    const absl::StatusOr<v1::ConversationEvent> listed = cache_.Now(key_, cursor_);
    if (!listed.ok()) return listed.status();
    return std::nullopt;
  }
  absl::StatusOr<v1::ConversationEvent> event = cache_.Now(key_, cursor_);
  if (!event.ok()) return event.status();
  std::string essence = Essence(*event);
  if (event->cursor() == cursor_ && essence == sent_) return std::nullopt;
  cursor_ = event->cursor();
  sent_ = std::move(essence);
  for (v1::ConversationEvent& part : InParts(*std::move(event))) {
    waiting_.push_back(std::move(part));
  }
  return Next();
}

}  // namespace collie::relay
