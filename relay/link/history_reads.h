#ifndef COLLIE_RELAY_LINK_HISTORY_READS_H_
#define COLLIE_RELAY_LINK_HISTORY_READS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
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

  using Done = std::function<void(absl::StatusOr<v1::ReadHistoryReply>)>;

  // Asks the member's edge. `done` is called once, with no lock held: at once, or where the page
  // comes in, or by Expire; it must not block. Returns what Expire takes. Errors, each with a
  // sentence for a person: INVALID_ARGUMENT (an invalid conversation, cursor or limit; nothing was
  // sent), NOT_FOUND, UNAVAILABLE, RESOURCE_EXHAUSTED (the page is too large: ask with a smaller
  // limit).
  int64_t Begin(const v1::ReadHistoryRequest& request, Done done);
  // Waits no longer for a page: UNAVAILABLE. Nothing happens where it has come.
  void Expire(int64_t read);
  // Begins and waits at most `most`.
  absl::StatusOr<v1::ReadHistoryReply> Read(const v1::ReadHistoryRequest& request,
                                            absl::Duration most);
  // A part of a page came, clean; they are joined up to the one without `more`. One that nobody of
  // this member waits for is dropped.
  void OnPage(const std::string& member, v1::HistoryPage page);

 private:
  struct Waiting {
    std::string member;
    std::string name;  // of the conversation
    bool has_cursor = false;
    Done done;
    v1::HistoryPage page = {};  // what came of it; without its items once it is too large
    size_t bytes = 0;
    bool is_too_large = false;
  };

  static void AddPart(v1::HistoryPage part, Waiting& waiting);
  // Ends a wait; `reply` makes what `done` gets.
  template <typename Reply>
  void Finish(int64_t read, const Reply& reply);

  MemberStreams& streams_;
  absl::Mutex mu_;
  threads::SteadyCondition arrived_;  // notified when a blocking read is done
  int64_t next_ ABSL_GUARDED_BY(mu_) = 1;
  std::map<int64_t, Waiting> waiting_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_HISTORY_READS_H_
