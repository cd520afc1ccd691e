#ifndef COLLIE_RELAY_ACTS_CONVERSATION_LOCK_H_
#define COLLIE_RELAY_ACTS_CONVERSATION_LOCK_H_

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Who holds which conversation, by request id. Derived from the receipts, so it lives in memory
// only. A conversation has one holder; after its wait a stop holds it beside the act that hangs
// (rule 26). Pure; not thread-safe.
class ConversationLock {
 public:
  // A stop whose turn has come.
  struct Ready {
    ids::ConversationKey conversation;
    std::string request_id;
  };

  // Takes the conversation if it is free. False: it is held.
  bool TryTake(const ids::ConversationKey& conversation, const std::string& request_id);
  // Takes it even if it is held: a stop at its limit, and acts that start-up found (rule 16).
  void TakeBeside(const ids::ConversationKey& conversation, const std::string& request_id);
  // Releases it. An act that holds nothing changes nothing.
  void Release(const ids::ConversationKey& conversation, const std::string& request_id);
  bool IsHeld(const ids::ConversationKey& conversation) const;

  // Waits for the conversation, at most until `until`.
  void Wait(const ids::ConversationKey& conversation, const std::string& request_id,
            clock::Steady until);
  // Waits no more.
  void Leave(const std::string& request_id);
  // The acts that may proceed now, because their conversation is free or their wait is over: they
  // leave the queue. At most one of a free conversation, in the order of their waits.
  std::vector<Ready> TakeReady(clock::Steady now);
  // When the first wait is over.
  std::optional<clock::Steady> NextDeadline() const;

 private:
  struct Waiting {
    ids::ConversationKey conversation;
    std::string request_id;
    clock::Steady until;
  };

  absl::flat_hash_map<ids::ConversationKey, absl::flat_hash_set<std::string>> holders_;
  std::list<Waiting> waiting_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_CONVERSATION_LOCK_H_
