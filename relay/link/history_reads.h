#ifndef COLLIE_RELAY_LINK_HISTORY_READS_H_
#define COLLIE_RELAY_LINK_HISTORY_READS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/threads/steady_condition.h"
#include "relay/link/member_streams.h"

namespace collie::relay {

// Pages of older items, read through to the agents. Thread-safe.
class HistoryReads {
 public:
  // Of one page, all its frames: an agent's own page has 1 MiB.
  static constexpr size_t kPageBytes = 4 << 20;
  static constexpr int kPageItems = 200;

  explicit HistoryReads(MemberStreams& streams) : streams_(streams) {}

  // Asks the member's edge and waits at most `most`. With a sentence for a person: INVALID_ARGUMENT
  // (an invalid conversation, cursor or limit; nothing was sent), NOT_FOUND, UNAVAILABLE,
  // RESOURCE_EXHAUSTED (the page is too large: ask with a smaller limit).
  absl::StatusOr<v1::ReadHistoryReply> Read(const v1::ReadHistoryRequest& request,
                                            absl::Duration most);
  // A part of a page came, clean; they are joined up to the one without `more`. One that nobody of
  // this member waits for is dropped.
  void OnPage(const std::string& member, v1::HistoryPage page);

 private:
  struct Waiting {
    std::string member;
    v1::HistoryPage page;  // what came of it; without its items once it is too large
    size_t bytes = 0;
    bool is_whole = false;
    bool is_too_large = false;
  };

  MemberStreams& streams_;
  absl::Mutex mu_;
  threads::SteadyCondition arrived_;  // notified when a page came
  int64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<int64_t, Waiting> waiting_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_HISTORY_READS_H_
