#ifndef COLLIE_EDGE_VIEW_CONVERSATIONS_H_
#define COLLIE_EDGE_VIEW_CONVERSATIONS_H_

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "crew/conversation/conversation_log.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "edge/view/conversation_batch.h"
#include "edge/view/shown.h"

namespace collie::edge {

// The conversations that are kept, and what the relay has of those it asked for. Keys have no
// member. Not thread-safe; pure.
class Conversations {
 public:
  // Applies the result of a poll.
  void ApplyNews(const std::string& source, ConversationNews news);
  // Forgets the items of a conversation: until it is read again it has none.
  void Drop(const ids::SourceName& source, const ids::PaneId& pane);
  void DropSource(const std::string& source);

  // The relay asks for these, and no others. One that it did not ask for before is sent from the
  // start.
  void SetWanted(const std::set<ids::ConversationKey>& wanted);
  const std::set<ids::ConversationKey>& wanted() const { return wanted_; }
  // A new stream: the relay has nothing.
  void SendAllAnew();

  // Why a wanted conversation has no items yet, as a failed read left it; nullopt when it was read.
  std::optional<SourceReason> Missing(const ids::ConversationKey& key) const;
  // What the relay does not have of a wanted conversation; nullopt: nothing.
  std::optional<ConversationBatch> TakeBatch(const ids::ConversationKey& key);
  // How a question ended, if the reads of that epoch told.
  std::optional<v1::ClosedAsk> FindDecision(const ids::ConversationKey& key,
                                            const ids::Epoch& epoch,
                                            const ids::AskId& ask_id) const;
  // Whether it differs from the last one sent; then it counts as sent.
  bool TakeReason(const ids::ConversationKey& key, SourceReason reason);

 private:
  struct Kept {
    bool was_read = false;
    std::string epoch;  // of the last read
    conversation::ConversationLog log{{.bytes = 4 << 20}};
    std::deque<std::string> dropped_requests;
    SourceReason failure = SourceReason::kNone;
  };
  struct Sent {
    uint64_t sequence = 0;  // of the log; 0: nothing
    size_t dropped_requests = 0;
    SourceReason reason = SourceReason::kNone;
  };

  std::map<ids::ConversationKey, Kept> kept_;
  std::map<ids::ConversationKey, Sent> sent_;  // of wanted ones
  std::set<ids::ConversationKey> wanted_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_VIEW_CONVERSATIONS_H_
