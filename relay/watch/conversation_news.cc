#include "relay/watch/conversation_news.h"

#include <utility>

#include "relay/watch/conversation_parts.h"

namespace collie::relay {

std::shared_ptr<const ConversationNews> EncodeNews(std::string from, v1::ConversationEvent event,
                                                   CrewRow::Ref pane, clock::Steady base) {
  auto news = std::make_shared<ConversationNews>();
  news->from = std::move(from);
  news->cursor = event.cursor();
  news->pane = std::move(pane);
  news->base = base;
  event.clear_read_age_ms();  // each watcher's own
  for (const v1::ConversationEvent& part : InParts(std::move(event))) {
    news->parts.push_back(std::make_shared<const std::string>(part.SerializeAsString()));
    news->bytes += news->parts.back()->size();
  }
  return news;
}

std::shared_ptr<HeldNews> HeldConversations::Hold(std::shared_ptr<const ConversationNews> news) {
  const size_t bytes = news->bytes;
  auto held = std::make_shared<HeldNews>(std::move(news));
  held_.push_back({held, bytes});
  bytes_ += bytes;
  // What was dropped in the middle is found once it is the oldest: never fewer bytes than counted.
  while (held_.size() > 1 && (held_.front().news.expired() || bytes_ > kMostBytes)) {
    if (const auto oldest = held_.front().news.lock()) oldest->GiveUp();
    bytes_ -= held_.front().bytes;
    held_.pop_front();
  }
  return held;
}

}  // namespace collie::relay
