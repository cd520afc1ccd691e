#ifndef COLLIE_RELAY_WATCH_CONVERSATION_CACHE_H_
#define COLLIE_RELAY_WATCH_CONVERSATION_CACHE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/conversation/conversation_log.h"
#include "crew/ids/ids.h"
#include "crew/threads/steady_condition.h"
#include "relay/merge/crew_view.h"
#include "relay/merge/stream_id.h"
#include "relay/watch/conversation_news.h"
#include "relay/watch/conversation_stage.h"
#include "relay/watch/interest.h"

namespace collie::relay {

// The conversations that somebody reads, as their edges send them. One that nobody has read for a
// while leaves memory; the record is the agent's. An edge fills it only with what its newest stream
// was asked for. Thread-safe. Lock order: mu_, then Interest's.
class ConversationCache {
 public:
  // Kept at once of those that are not followed; the longest unread leaves. One that is followed
  // stays.
  static constexpr size_t kConversations = 200;
  static constexpr size_t kMemberBytes = 64 << 20;            // of one member's conversations
  static constexpr absl::Duration kKept = absl::Minutes(10);  // after the last read

  ConversationCache(const clock::Clock& clock, const CrewView& view, Interest& interest)
      : clock_(clock), view_(view), interest_(interest) {}

  // Called after news of a conversation, with no lock held. Set before the first one.
  void OnChange(std::function<void(const ids::ConversationKey&)> callback) {
    on_change_ = std::move(callback);
  }

  // News from a member's edge, clean (relay/link/clean_frame.h). Dropped: what another stream than
  // the newest says, and what that one was not asked for. A conversation that breaks its member's
  // budget is not shown, and says `over-budget`.
  void Apply(const StreamId& stream, v1::ConversationUpdate update);
  // A new stream of this member starts: nothing is followed until its edge was asked to. May come
  // after the first Followed of it.
  void BeginStream(const StreamId& stream);
  // The member's edge is sent this set on this stream: what is not in it is not followed any more,
  // so a later read waits for news again. News of a conversation that is followed anew begin with a
  // reset, and until then others of it are dropped. Called before the edge can answer.
  void Followed(const StreamId& stream, const v1::Interest& interest);

  // The conversation, or with a cursor what is newer than it; counts as a transient interest. Waits
  // at most `most` for the first news of it. A cursor of another relay, or of an earlier run of
  // this one, gets a reset. NOT_FOUND: it is not listed. UNAVAILABLE: it could not be read; the
  // sentence says why.
  absl::StatusOr<v1::ConversationEvent> Read(const ids::ConversationKey& key,
                                             const std::string& cursor, absl::Duration most);
  // What is known now, without waiting and without counting as a transient interest. NOT_FOUND: not
  // listed.
  absl::StatusOr<v1::ConversationEvent> Now(const ids::ConversationKey& key,
                                            const std::string& cursor);
  // How far a watcher is.
  struct Seen {
    std::string cursor;
    CrewRow::Ref pane;  // as it was sent last; null: never
  };
  // What a watcher has missed, encoded once for all who are as far; null: nothing that is known.
  // Does not count as a transient interest, and costs O(what is new). NOT_FOUND: it is not listed.
  absl::StatusOr<std::shared_ptr<HeldNews>> News(const ids::ConversationKey& key, const Seen& seen);
  // NOT_FOUND: it is not listed.
  absl::Status CheckListed(const ids::ConversationKey& key) const;
  // How long ago its source was read.
  int64_t ReadAgeMs(const ids::ConversationKey& key) const;
  // Whether it can be shown: its edge sends each change of it, or cannot be reached, so that the
  // last good items stand. One that was followed long ago is not shown as it was then.
  bool HasNews(const ids::ConversationKey& key) const;
  // Whether Read would wait: it was asked for, and its edge can still answer.
  bool IsAwaited(const ids::ConversationKey& key) const;

  // Drops unread conversations. Call about once a second.
  void Tick();

 private:
  struct Entry {
    conversation::ConversationLog log;
    ConversationStage stage;  // the update that is being received
    bool has_news = false;    // the log holds what the agent showed, now or once
    bool fresh = false;       // and its edge sends each change of it
    std::string reason;       // why it could not be read
    clock::Steady read_at;
    uint64_t number = 0;             // of this entry among all: a cursor of another one begins anew
    size_t bytes = 0;                // of the log, as it is counted in bytes_of_
    std::shared_ptr<HeldNews> news;  // the newest that a watcher got, until the next tick
  };
  // What a member's newest stream was asked for.
  struct Asked {
    int64_t stream = 0;
    absl::flat_hash_set<ids::ConversationKey> conversations;
  };
  using Entries = std::map<ids::ConversationKey, Entry>;

  Entry& EntryLocked(const ids::ConversationKey& key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool IsAskedLocked(const StreamId& stream, const ids::ConversationKey& key) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // `followed` is what the newest stream was asked for from now on.
  void FollowedLocked(const StreamId& stream, absl::flat_hash_set<ids::ConversationKey> followed)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // Takes a frame in; false: it changed nothing that is shown.
  bool TakeLocked(Entry& entry, v1::ConversationUpdate update) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // Shows nothing of it until its edge sends a reset.
  void GiveUpLocked(Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // The longest unread of those that are not followed, but not `but`; of one member, unless empty.
  Entries::iterator LeastWantedLocked(const std::string& member, const ids::ConversationKey& but,
                                      size_t* unfollowed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void KeepWithinBudgetLocked(const ids::ConversationKey& newest)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void EraseLocked(Entries::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // After every change of an entry's log.
  void CountBytesLocked(const std::string& member, Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool HasNewsLocked(const Entry& entry, const CrewRow& source) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // What is newer than `cursor` in it; asks, turn and age are the caller's.
  v1::ConversationEvent SinceLocked(const Entry& entry, const std::string& cursor) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  bool IsSettledLocked(const ids::ConversationKey& key) const ABSL_SHARED_LOCKS_REQUIRED(mu_);

  const clock::Clock& clock_;
  const CrewView& view_;
  Interest& interest_;
  std::function<void(const ids::ConversationKey&)> on_change_;
  mutable absl::Mutex mu_;
  threads::SteadyCondition changed_;  // told when news of a conversation came
  uint64_t next_number_ ABSL_GUARDED_BY(mu_) = 1;
  HeldConversations held_ ABSL_GUARDED_BY(mu_);
  Entries entries_ ABSL_GUARDED_BY(mu_);
  std::map<std::string, Asked> asked_ ABSL_GUARDED_BY(mu_);      // by member
  std::map<std::string, size_t> bytes_of_ ABSL_GUARDED_BY(mu_);  // of a member's logs
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_CONVERSATION_CACHE_H_
