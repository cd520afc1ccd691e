#ifndef COLLIE_RELAY_WATCH_INTEREST_H_
#define COLLIE_RELAY_WATCH_INTEREST_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Who watches what. An interest names a member, a source, a conversation, or nothing (the whole
// crew); what is watched is polled faster by its edge, and a conversation's items travel. It ends
// with its last watcher. A change costs O(log of all interests), and is reported only where the
// edge of a member has to know something else now. Thread-safe.
class Interest {
 public:
  // For how long a read of the snapshot or of a conversation counts as a transient interest.
  static constexpr absl::Duration kTransientFor = absl::Seconds(10);
  // Sent to one edge at most: the frame stays under 1 MiB.
  static constexpr size_t kSources = 256;
  static constexpr size_t kConversations = 2000;

  // Names the member whose edge has to know; empty: every member's.
  using Changed = std::function<void(const std::string& member)>;

  explicit Interest(const clock::Clock& clock) : clock_(clock) {}

  // Called after a change, with no lock held, once for each member concerned. Set before the first
  // interest.
  void OnChange(Changed callback) { on_change_ = std::move(callback); }

  // An interest that stands until it is dropped; empty fields of the key: all.
  uint64_t Add(const ids::ConversationKey& look);
  void Drop(uint64_t look);
  // A transient interest: it ends by itself, kTransientFor after its last repeat.
  void AddTransient(const ids::ConversationKey& look);
  // The conversations that are read for healing, whole: their items travel, their sources are
  // polled no faster.
  void SetHealing(std::set<ids::ConversationKey> conversations);
  // Ends transient interests. Call about once a second.
  void Tick();

  // Whether this conversation is watched, or read for healing.
  bool Follows(const ids::ConversationKey& conversation) const;

  // What this member's edge has to know: at most kSources sources and kConversations conversations,
  // those of standing interests first, then those for healing. O(the interests in it).
  v1::Interest Of(const std::string& member) const;

 private:
  // All interests in one key.
  struct Looks {
    size_t standing = 0;
    bool is_healing = false;
    std::optional<clock::Steady> until;  // of a transient one

    bool IsWatched() const { return standing > 0 || until.has_value(); }
  };
  using Members = std::set<std::string>;

  // Changes what is looked at by `change(looks)`; adds the member to `concerned` where its edge has
  // to know something else now.
  template <typename Change>
  void ChangeLocked(const ids::ConversationKey& look, Members& concerned, Change change)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void Report(const Members& concerned);

  const clock::Clock& clock_;
  Changed on_change_;
  mutable absl::Mutex mu_;
  uint64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<uint64_t, ids::ConversationKey> standing_ ABSL_GUARDED_BY(mu_);
  std::set<std::pair<clock::Steady, ids::ConversationKey>> ends_ ABSL_GUARDED_BY(mu_);
  std::set<ids::ConversationKey> healing_ ABSL_GUARDED_BY(mu_);
  std::map<ids::ConversationKey, Looks> looks_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_INTEREST_H_
