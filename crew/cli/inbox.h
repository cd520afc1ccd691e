#ifndef COLLIE_CREW_CLI_INBOX_H_
#define COLLIE_CREW_CLI_INBOX_H_

#include <deque>
#include <optional>
#include <string>
#include <variant>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/threads/steady_condition.h"

namespace collie::cli {

// The link to the relay broke; it is redialled.
struct LinkLost {
  std::string why;
};
// The link is back.
struct LinkBack {};
// The stream ended for good.
struct StreamEnded {
  absl::Status why;
};

using News = std::variant<v1::WatchEvent, v1::ConversationEvent, LinkLost, LinkBack, StreamEnded>;

// A bounded queue from the streams of a watch to the one thread that shows it. A stream that
// is ahead waits, and the relay sends it the newest state later. Thread-safe.
class Inbox {
 public:
  // Waits while it is full. False: it is closed.
  bool PutNews(News news) ABSL_LOCKS_EXCLUDED(mu_);
  // The next, in order; nullopt when none came in `most`.
  std::optional<News> TakeNews(absl::Duration most) ABSL_LOCKS_EXCLUDED(mu_);
  // Closes the inbox: all waits return.
  void Close() ABSL_LOCKS_EXCLUDED(mu_);
  // Waits `most`. False: it was closed.
  bool Rest(absl::Duration most) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  static constexpr size_t kMost = 64;

  bool HasSpaceLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    return closed_ || waiting_.size() < kMost;
  }
  bool HasNewsLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    return closed_ || !waiting_.empty();
  }

  absl::Mutex mu_;
  threads::SteadyCondition changed_;  // notified when news came, or it was closed
  std::deque<News> waiting_ ABSL_GUARDED_BY(mu_);
  bool closed_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_INBOX_H_
