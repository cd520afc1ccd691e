#ifndef COLLIE_RELAY_FANOUT_CONVERSATION_DESK_H_
#define COLLIE_RELAY_FANOUT_CONVERSATION_DESK_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/conversation/conversation_log.h"
#include "crew/ids/ids.h"
#include "crew/threads/steady_condition.h"
#include "relay/fanout/interest.h"
#include "relay/merge/crew_view.h"

namespace collie::relay {

// The conversations that somebody reads, as their edges send them. One that nobody has read for a
// while leaves memory; the record is the agent's. Thread-safe.
class ConversationDesk {
 public:
  static constexpr size_t kConversations = 200;  // kept at once; the longest unread leaves
  static constexpr absl::Duration kKept = absl::Minutes(10);  // after the last read

  ConversationDesk(const clock::Clock& clock, const CrewView& view, Interest& interest)
      : clock_(clock), view_(view), interest_(interest) {}

  // Called after news of a conversation, with no lock held. Set before the first one.
  void OnChange(std::function<void(const ids::ConversationKey&)> callback) {
    on_change_ = std::move(callback);
  }

  // News from a member's edge; cleaned and bounded here again.
  void Apply(const std::string& member, v1::ConversationUpdate update);
  // A new stream of this member starts: nothing is followed until it is told so.
  void BeginStream(const std::string& member) { Followed(member, {}); }
  // The member's edge was told this set: what is not in it is not followed any more, so a later
  // read waits for news again. News of a conversation that is followed anew begin with a reset.
  void Followed(const std::string& member, const v1::Interest& interest);

  // The conversation, or with a cursor what is newer than it; counts as a look. Waits at most
  // `most` for the first news of it. NOT_FOUND: nobody lists it. UNAVAILABLE: it could not be read;
  // the sentence says why.
  absl::StatusOr<v1::ConversationEvent> Read(const ids::ConversationKey& key,
                                             const std::string& cursor, absl::Duration most);
  // What is known now, without waiting and without counting as a look. NOT_FOUND: not listed.
  absl::StatusOr<v1::ConversationEvent> Now(const ids::ConversationKey& key,
                                            const std::string& cursor);
  // Whether it can be shown: its edge tells each change of it, or cannot be asked, so that the last
  // good items stand. One that was followed long ago is not shown as it was then.
  bool HasNews(const ids::ConversationKey& key) const;

  // Lets unread conversations go. Call about once a second.
  void Tick();

 private:
  struct Desk {
    conversation::ConversationLog log;
    bool has_news = false;  // the log holds what the agent showed, now or once
    bool fresh = false;     // and its edge tells each change of it
    bool filling = false;   // in the middle of a reset of several frames
    std::string reason;     // why it could not be read
    clock::Steady read_at;
    uint64_t number = 0;  // of this desk among all: a cursor of another one begins anew
  };

  Desk& DeskLocked(const ids::ConversationKey& key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool IsSettledLocked(const ids::ConversationKey& key) const ABSL_SHARED_LOCKS_REQUIRED(mu_);

  const clock::Clock& clock_;
  const CrewView& view_;
  Interest& interest_;
  std::function<void(const ids::ConversationKey&)> on_change_;
  mutable absl::Mutex mu_;
  threads::SteadyCondition changed_;  // told when news of a conversation came
  uint64_t next_number_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<ids::ConversationKey, Desk> desks_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_FANOUT_CONVERSATION_DESK_H_
