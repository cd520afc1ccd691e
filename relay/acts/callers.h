#ifndef COLLIE_RELAY_ACTS_CALLERS_H_
#define COLLIE_RELAY_ACTS_CALLERS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "crew/clock/clock.h"
#include "relay/acts/act_reply.h"
#include "relay/acts/deadlines.h"

namespace collie::relay {

// One who waits for the receipt of an act.
struct WaitingCaller {
  ActDone done;
  clock::Steady until;     // then it hears what is known
  bool is_repeat = false;  // of a request that was under way: its reply says `replayed`
};

// Who waits for which act, by request id. Pure; not thread-safe.
class Callers {
 public:
  void Add(const std::string& request_id, WaitingCaller caller);
  // All who wait for an act, in the order they came; they wait no more.
  std::vector<WaitingCaller> TakeAll(const std::string& request_id);

  // Acts of which some caller's wait is over.
  std::vector<std::string> TakeDueActs(clock::Steady now) { return deadlines_.TakeDue(now); }
  // Those of an act whose wait is over.
  std::vector<WaitingCaller> TakeDue(const std::string& request_id, clock::Steady now);
  // When the first wait is over.
  std::optional<clock::Steady> NextDeadline() const { return deadlines_.Next(); }

 private:
  void SetDeadline(const std::string& request_id);

  absl::flat_hash_map<std::string, std::vector<WaitingCaller>> by_act_;
  Deadlines deadlines_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_CALLERS_H_
