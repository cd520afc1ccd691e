#ifndef COLLIE_EDGE_POLL_INTEREST_H_
#define COLLIE_EDGE_POLL_INTEREST_H_

#include <functional>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/ids/ids.h"

namespace collie::edge {

// What is watched: the set that the relay asked for. Thread-safe.
class Interest {
 public:
  // What one set made another.
  struct Change {
    bool every_source = false;      // all sources may be watched, or not any more
    std::set<std::string> sources;  // else: those that are watched, or whose conversations are
                                    // asked for, and were not, or the other way round
    bool conversations = false;     // the conversations that were asked for are others
  };

  // The relay's set, whole; it replaces the one before. Conversations whose source or pane is no id
  // are left out.
  void Set(const v1::Interest& interest);

  // Whether somebody watches the source: it is polled at the watching cadence.
  bool IsWatched(const std::string& source) const;
  // The panes of a source whose items the relay asked for.
  std::set<std::string> WantedPanes(const std::string& source) const;
  // The conversations that the relay asked for; keys without member.
  std::set<ids::ConversationKey> AskedFor() const;

  // Is called after each change, without locks, from the thread that made it; not after a set that
  // says what the one before did. Set it once, before the first change.
  void SetOnChange(std::function<void(const Change&)> on_change);

 private:
  Change ReplaceLocked(bool every_source, std::set<std::string> watched,
                       std::set<ids::ConversationKey> asked_for) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  mutable absl::Mutex mu_;
  bool every_source_ ABSL_GUARDED_BY(mu_) = false;
  std::set<std::string> watched_ ABSL_GUARDED_BY(mu_);
  std::set<ids::ConversationKey> asked_for_ ABSL_GUARDED_BY(mu_);
  std::function<void(const Change&)> on_change_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_INTEREST_H_
