#ifndef COLLIE_TESTS_EDGE_SOURCES_MIRROR_H_
#define COLLIE_TESTS_EDGE_SOURCES_MIRROR_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/view/host_view.h"

namespace collie::tests {

// What a relay would have of a host: it takes every frame of the view as soon as there is one.
class Mirror {
 public:
  struct Source {
    v1::Source source;
    std::map<std::string, v1::Pane> panes;
  };
  struct Conversation {
    std::vector<v1::Item> items;
    std::string reason;
    int resets = 0;
  };
  struct State {
    std::map<std::string, Source> sources;
    std::map<std::string, Conversation> conversations;  // by source/pane
    std::vector<v1::SourceState> states;                // every change, of all sources
    int updates = 0;                                    // committed source updates

    // Readable in conditions: the source's state, its panes' number, an ask's id.
    v1::SourceState StateOf(const std::string& source) const;
    std::string Asks(const std::string& source, const std::string& pane) const;
    std::string Items(const std::string& conversation) const;
  };

  explicit Mirror(edge::HostView& view);
  ~Mirror();

  // Waits until the condition holds; false after 20 s.
  bool WaitFor(const std::function<bool(const State&)>& condition);
  State Now() const;

 private:
  void Drain();
  void ApplyFrame(const v1::EdgeFrame& frame) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void TakeSource(const v1::SourceUpdate& update) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void TakeConversation(const v1::ConversationUpdate& update) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  edge::HostView& view_;
  absl::Mutex drain_mu_;  // frames are taken in order
  mutable absl::Mutex mu_;
  State state_ ABSL_GUARDED_BY(mu_);
  Source staged_ ABSL_GUARDED_BY(mu_);
  bool staging_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_EDGE_SOURCES_MIRROR_H_
