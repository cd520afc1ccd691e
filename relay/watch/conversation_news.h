#ifndef COLLIE_RELAY_WATCH_CONVERSATION_NEWS_H_
#define COLLIE_RELAY_WATCH_CONVERSATION_NEWS_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "collie/v1/dashboard.pb.h"
#include "crew/clock/clock.h"
#include "relay/merge/crew_row.h"
#include "relay/merge/held.h"
#include "relay/merge/rendered.h"

namespace collie::relay {

// What every watcher of a conversation who was at one cursor has missed: one event in messages
// under 1 MiB (InParts), encoded once for all of them. Immutable.
struct ConversationNews {
  std::string from;  // a cursor; empty: the whole
  std::string cursor;
  CrewRow::Ref pane;   // of which turn and questions are
  clock::Steady base;  // for which times left were computed
  std::vector<SharedBytes> parts;
  size_t bytes = 0;
};
using HeldNews = Held<ConversationNews>;

// News with this event, whose questions are those of the pane.
std::shared_ptr<const ConversationNews> EncodeNews(std::string from, v1::ConversationEvent event,
                                                   CrewRow::Ref pane, clock::Steady base);

// Bounds what slow watchers hold of conversations: past it, what is held longest is given up, and
// whoever held it begins anew. Not thread-safe.
class HeldConversations {
 public:
  static constexpr size_t kMostBytes = 64 << 20;

  std::shared_ptr<HeldNews> Hold(std::shared_ptr<const ConversationNews> news);

 private:
  struct Entry {
    std::weak_ptr<HeldNews> news;
    size_t bytes = 0;
  };

  std::deque<Entry> held_;  // the oldest first
  size_t bytes_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_CONVERSATION_NEWS_H_
