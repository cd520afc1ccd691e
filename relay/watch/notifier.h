#ifndef COLLIE_RELAY_WATCH_NOTIFIER_H_
#define COLLIE_RELAY_WATCH_NOTIFIER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/ids/ids.h"
#include "crew/threads/executor.h"

namespace collie::relay {

// Something that is notified when there may be news.
class Notifiable {
 public:
  virtual ~Notifiable() = default;
  // There may be news. Must not block.
  virtual void Notify() = 0;
};

// What news are about.
enum class Topic { kRows, kReceipts, kConversation, kTick };

// Who waits for which news. They are notified on an executor, one round at a time and under no
// lock, so that whoever made the change goes on at once whatever the number of watchers, and only
// those whose scope the news are in: O(news + those who want them). News that come during a round
// share the next. Thread-safe.
class Notifier {
 public:
  // News kept apart for one round; past that it is a round for everybody.
  static constexpr size_t kDue = 1000;

  // The executor outlives it.
  explicit Notifier(threads::Executor& executor) : executor_(executor) {}
  // Waits for the round under way.
  ~Notifier();

  // Waits for news of these topics within `scope` (a member, a source, a pane; empty fields: all of
  // it) and of what holds it, until it is dropped by the number that this returns.
  uint64_t Add(const ids::ConversationKey& scope, const std::set<Topic>& topics,
               std::weak_ptr<Notifiable> waiting);
  void Drop(uint64_t number);

  // There are news of these keys; an empty key: of all.
  void Notify(Topic topic, const std::vector<ids::ConversationKey>& keys);

 private:
  using Number = std::pair<ids::ConversationKey, uint64_t>;  // a scope and who in it
  struct Waiting {
    std::set<Topic> topics;
    std::weak_ptr<Notifiable> waiting;
  };
  using Due = std::set<std::pair<Topic, ids::ConversationKey>>;
  using Round = std::map<uint64_t, std::weak_ptr<Notifiable>>;

  void RunRounds();
  Round TakeRoundLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  // Adds who waits for news of this topic in exactly `scope`, or with `below` also in all that it
  // holds.
  void AddScopeLocked(Topic topic, const ids::ConversationKey& scope, bool below, Round& round)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool IsIdle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return !is_running_; }

  threads::Executor& executor_;
  absl::Mutex mu_;
  Due due_ ABSL_GUARDED_BY(mu_);                  // since the last round began
  bool is_running_ ABSL_GUARDED_BY(mu_) = false;  // rounds are posted or under way
  uint64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<Number, Waiting> waiting_ ABSL_GUARDED_BY(mu_);  // by scope
  std::map<uint64_t, ids::ConversationKey> scopes_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_NOTIFIER_H_
