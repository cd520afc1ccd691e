#include "relay/fanout/conversation_feed.h"

#include <utility>

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
  if (!desk_.HasNews(key_)) {
    const absl::StatusOr<v1::ConversationEvent> listed = desk_.Now(key_, cursor_);
    if (!listed.ok()) return listed.status();
    return std::nullopt;
  }
  absl::StatusOr<v1::ConversationEvent> event = desk_.Now(key_, cursor_);
  if (!event.ok()) return event.status();
  std::string essence = Essence(*event);
  if (event->cursor() == cursor_ && essence == told_) return std::nullopt;
  cursor_ = event->cursor();
  told_ = std::move(essence);
  return std::optional<v1::ConversationEvent>(*std::move(event));
}

}  // namespace collie::relay
