#ifndef COLLIE_RELAY_SERVICE_SLOW_READS_H_
#define COLLIE_RELAY_SERVICE_SLOW_READS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/clock/clock.h"
#include "relay/link/history_reads.h"
#include "relay/watch/conversation_cache.h"
#include "relay/watch/notifier.h"

namespace collie::relay {

// Reads that wait for an agent without a thread of their own. Thread-safe. Each `done` is called
// once, with no lock held, at once or later on a thread that must not be blocked.
class SlowReads {
 public:
  using ConversationDone = std::function<void(absl::StatusOr<v1::ConversationEvent>)>;
  using HistoryDone = HistoryReads::Done;

  // All outlive it.
  SlowReads(ConversationCache& cache, HistoryReads& history, Notifier& notifier,
            const clock::Clock& clock)
      : cache_(cache), history_(history), notifier_(notifier), clock_(clock) {}

  // As ConversationCache::Read, waiting at most `most` and up to a second more.
  void ReadConversation(const ids::ConversationKey& key, const std::string& cursor,
                        absl::Duration most, ConversationDone done);
  // As HistoryReads::Begin, likewise.
  void ReadHistory(const v1::ReadHistoryRequest& request, absl::Duration most, HistoryDone done);

  // Ends the waits whose time is over. Call about once a second.
  void Tick() { EndThose(clock_.Now()); }
  // Ends every wait, with what is known now.
  void EndAll() { EndThose(clock_.Now() + absl::InfiniteDuration()); }

 private:
  class Wait;

  // Those whose time is at or before this.
  void EndThose(clock::Steady until);

  ConversationCache& cache_;
  HistoryReads& history_;
  Notifier& notifier_;
  const clock::Clock& clock_;
  absl::Mutex mu_;
  std::multimap<clock::Steady, std::shared_ptr<Wait>> waits_ ABSL_GUARDED_BY(mu_);
  std::multimap<clock::Steady, int64_t> pages_ ABSL_GUARDED_BY(mu_);  // reads of history
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_SERVICE_SLOW_READS_H_
