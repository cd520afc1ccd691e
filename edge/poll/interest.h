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
  // The relay's set, whole; it replaces the one before. Conversations whose source or pane is no id
  // are left out.
  void Set(const v1::Interest& interest);

  // Whether somebody watches the source: it is polled at the watching cadence.
  bool IsWatched(const std::string& source) const;
  // The panes of a source whose items the relay asked for.
  std::set<std::string> WantedPanes(const std::string& source) const;
  // The conversations that the relay asked for; keys without member.
  std::set<ids::ConversationKey> AskedFor() const;

  // Is called after each change, without locks, from the thread that made it. Set it once, before
  // the first change.
  void SetOnChange(std::function<void()> on_change);

 private:
  void Changed();

  mutable absl::Mutex mu_;
  bool every_source_ ABSL_GUARDED_BY(mu_) = false;
  std::set<std::string> watched_ ABSL_GUARDED_BY(mu_);
  std::set<ids::ConversationKey> asked_for_ ABSL_GUARDED_BY(mu_);
  std::function<void()> on_change_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_INTEREST_H_
