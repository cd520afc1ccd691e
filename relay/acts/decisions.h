#ifndef COLLIE_RELAY_ACTS_DECISIONS_H_
#define COLLIE_RELAY_ACTS_DECISIONS_H_

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "collie/v1/conversation.pb.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"

namespace collie::relay {

// How the questions of late ended, as the edges told it, for the answers that come too late.
// Bounded for each member, so that one that floods loses its own alone. Pure; not thread-safe.
class Decisions {
 public:
  static constexpr size_t kBytes = 1 << 20;  // of a member; the oldest leave

  // A question of the agent at this address ended; without its id nothing. A later end replaces the
  // one before.
  void Note(const ids::ConversationKey& conversation, const ids::AddressId& address_id,
            const v1::ClosedAsk& closed);
  // How it ended; nullopt: not known here.
  std::optional<v1::ClosedAsk> Find(const ids::ConversationKey& conversation,
                                    const ids::AddressId& address_id,
                                    const ids::AskId& ask_id) const;

 private:
  using Question = std::tuple<ids::SourceName, ids::PaneId, ids::AskId>;
  struct Known {
    ids::AddressId address_id;
    v1::ClosedAsk closed;
    size_t bytes = 0;
  };
  struct OfMember {
    std::map<Question, Known> known;
    std::deque<Question> ages;  // the oldest first
    size_t bytes = 0;
  };

  static void Forget(const Question& question, OfMember& member);

  std::map<std::string, OfMember> members_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_DECISIONS_H_
