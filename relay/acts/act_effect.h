#ifndef COLLIE_RELAY_ACTS_ACT_EFFECT_H_
#define COLLIE_RELAY_ACTS_ACT_EFFECT_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"
#include "relay/acts/act_reply.h"
#include "relay/acts/act_state.h"
#include "relay/acts/record_change.h"
#include "relay/store/relay_store.h"

// What a decision about an act causes, as values: a list that can be printed and tested. ActFlow
// carries them out, those of a lane in order (effect_lane.h); those of the first group ActCore
// takes itself.
namespace collie::relay {

// ---- from one act to all acts (ActCore) ----

// It wants the conversation: at once, or by `until` even beside its holder (rule 26).
struct TakeLock {
  std::optional<clock::Steady> until;
};
// It waits for the conversation no more.
struct StopWaiting {};
// It holds the conversation, whoever else does (rules 16 and 28).
struct KeepLock {};
// It lets go of the conversation.
struct ReleaseLock {};
// Every caller that waits for it gets this.
struct ReplyAll {
  ActReply reply;
};
// Its stored record is another one now: healing follows it.
struct FollowRecord {
  ActRecord record;
};

// ---- outward (ActFlow) ----

// Insert the record if its request id is new; ActCore::OnAccepted gets the end.
struct AcceptRecord {
  ActRecord record;
};
// Change the stored record; ActCore::OnChanged gets the end.
struct ChangeRecord {
  std::string request_id;
  RecordChange change;
};
// Look the merged state up; ActCore::OnLookedUp gets it.
struct LookUp {
  std::string request_id;
  ids::ConversationKey conversation;
};
// Put the command on the member's stream, as ActCore::CommandToSend gives it at that moment.
struct Dispatch {
  std::string request_id;
  int32_t attempt = 0;
  ids::ConversationKey conversation;
};
// Ask the edge what became of an act.
struct QueryEdge {
  std::string member;
  v1::Settle settle;
};
struct Acknowledge {
  std::string member;
  v1::ResultAck ack;
};
struct SetBusy {
  ids::ConversationKey conversation;
  bool is_busy = false;
};
// An answer ended without deciding its question: the one-use id is spent.
struct SpendOneUse {
  ids::ConversationKey conversation;
  ids::AskId ask_id;
  ids::AskHash hash;
};
// A receipt as it now is on disk.
struct PublishReceipt {
  v1::Receipt receipt;
};
// The conversations to read though nobody watches; whole.
struct ReadForHealing {
  std::set<ids::ConversationKey> conversations;
};
struct Reply {
  ActDone done;
  ActReply reply;
};
// NextDeadline may have come nearer.
struct DeadlineMoved {};
// For the log: how an act ended (act_log.h).
struct LogLine {
  std::string line;
};
// For the log: an act went from one state to another, and why.
struct StateChanged {
  std::string request_id;
  ActState from = ActState::kAccepting;
  ActState to = ActState::kAccepting;
  std::string why;
};
// For the log: an event that the state of the act does not take.
struct EventIgnored {
  std::string request_id;
  ActState state = ActState::kAccepting;
  ActEventKind event = ActEventKind::kDue;
};

using ActEffect = std::variant<TakeLock, StopWaiting, KeepLock, ReleaseLock, ReplyAll, FollowRecord,
                               AcceptRecord, ChangeRecord, LookUp, Dispatch, QueryEdge, Acknowledge,
                               SetBusy, SpendOneUse, PublishReceipt, ReadForHealing, Reply,
                               DeadlineMoved, LogLine, StateChanged, EventIgnored>;
using ActEffects = std::vector<ActEffect>;

// One line that names the effect and what it is about, without people's texts. Pure.
std::string Describe(const ActEffect& effect);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_EFFECT_H_
