#ifndef COLLIE_RELAY_FANOUT_INTEREST_H_
#define COLLIE_RELAY_FANOUT_INTEREST_H_

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Who looks at what. A look names a member, a source, a conversation, or nothing (the whole crew);
// what is looked at is polled faster by its edge, and a conversation's items travel. Interest falls
// with its last look. Thread-safe.
class Interest {
 public:
  // For how long a read of the snapshot or of a conversation counts as a look.
  static constexpr absl::Duration kGlance = absl::Seconds(10);
  // Told to one edge at most: the frame stays under 1 MiB.
  static constexpr size_t kSources = 256;
  static constexpr size_t kConversations = 2000;

  explicit Interest(const clock::Clock& clock) : clock_(clock) {}

  // Called after a change, with no lock held. Set before the first look.
  void OnChange(std::function<void()> callback) { on_change_ = std::move(callback); }

  // A look that stands until it is dropped; empty fields of the key: all.
  uint64_t Add(const ids::ConversationKey& look);
  void Drop(uint64_t look);
  // A look that ends by itself, kGlance after its last repeat.
  void Glance(const ids::ConversationKey& look);
  // The conversations that are read for healing, whole: their items travel, their sources are
  // polled no faster.
  void SetHealing(std::set<ids::ConversationKey> conversations);
  // Lets glances end. Call about once a second.
  void Tick();

  // The conversations that are looked at or read for healing, of all members.
  std::set<ids::ConversationKey> Conversations() const;

  // What this member's edge has to know: at most kSources sources and kConversations
  // conversations, those of standing looks first, then those for healing.
  v1::Interest Of(const std::string& member) const;

 private:
  void Changed() {
    if (on_change_) on_change_();
  }

  const clock::Clock& clock_;
  std::function<void()> on_change_;
  mutable absl::Mutex mu_;
  uint64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<uint64_t, ids::ConversationKey> standing_ ABSL_GUARDED_BY(mu_);
  std::map<ids::ConversationKey, clock::Steady> glances_ ABSL_GUARDED_BY(mu_);
  std::set<ids::ConversationKey> healing_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_FANOUT_INTEREST_H_
