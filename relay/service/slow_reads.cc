#include "relay/service/slow_reads.h"

#include <atomic>
#include <utility>
#include <vector>

namespace collie::relay {

// One conversation that is waited for.
class SlowReads::Wait final : public Notifiable {
 public:
  Wait(ConversationCache& cache, ids::ConversationKey key, std::string cursor,
       ConversationDone done)
      : cache_(cache), key_(std::move(key)), cursor_(std::move(cursor)), done_(std::move(done)) {}

  void Notify() override {
    if (!cache_.IsAwaited(key_)) Finish();
  }
  // Replies with what is known now.
  void Finish() {
    if (!is_done_.exchange(true)) done_(cache_.Read(key_, cursor_, absl::ZeroDuration()));
  }
  bool is_done() const { return is_done_; }

  uint64_t number = 0;  // at the notifier

 private:
  ConversationCache& cache_;
  const ids::ConversationKey key_;
  const std::string cursor_;
  const ConversationDone done_;
  std::atomic<bool> is_done_ = false;
};

void SlowReads::ReadConversation(const ids::ConversationKey& key, const std::string& cursor,
                                 absl::Duration most, ConversationDone done) {
  // Also makes its edge read it.
  absl::StatusOr<v1::ConversationEvent> now = cache_.Read(key, cursor, absl::ZeroDuration());
  if (!cache_.IsAwaited(key)) return done(std::move(now));
  auto wait = std::make_shared<Wait>(cache_, key, cursor, std::move(done));
  wait->number = notifier_.Add(key, {Topic::kConversation, Topic::kRows}, wait);
  {
    absl::MutexLock lock(&mu_);
    waits_.emplace(clock_.Now() + most, wait);
  }
  // What came before it was known to the notifier.
  wait->Notify();
}

void SlowReads::ReadHistory(const v1::ReadHistoryRequest& request, absl::Duration most,
                            HistoryDone done) {
  const int64_t read = history_.Begin(request, std::move(done));
  if (read == 0) return;
  absl::MutexLock lock(&mu_);
  pages_.emplace(clock_.Now() + most, read);
}

void SlowReads::EndThose(clock::Steady until) {
  std::vector<std::shared_ptr<Wait>> ended;
  std::vector<int64_t> pages;
  {
    absl::MutexLock lock(&mu_);
    for (auto it = waits_.begin(); it != waits_.end();) {
      const bool is_over = it->first <= until || it->second->is_done();
      if (is_over) ended.push_back(it->second);
      it = is_over ? waits_.erase(it) : std::next(it);
    }
    for (auto it = pages_.begin(); it != pages_.end() && it->first <= until;) {
      pages.push_back(it->second);
      it = pages_.erase(it);
    }
  }
  for (const auto& wait : ended) {
    notifier_.Drop(wait->number);
    wait->Finish();
  }
  for (const int64_t read : pages) history_.Expire(read);
}

}  // namespace collie::relay
