#ifndef COLLIE_RELAY_ACTS_PORTS_H_
#define COLLIE_RELAY_ACTS_PORTS_H_

#include <optional>
#include <set>
#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/ids.h"
#include "crew/ids/typed_id.h"

namespace collie::relay {

// What the acts need of the links. The flow calls these from any thread, those of a conversation
// one at a time, with no lock held; they hand a frame over and return, they do not wait for a
// network.
class CommandPort {
 public:
  virtual ~CommandPort() = default;
  // Puts a command on the member's newest stream. False: it has no live stream, and the command
  // provably never left.
  virtual bool SendCommand(const std::string& member, const v1::Command& command) = 0;
  // Puts the query on the member's newest stream; dropped without one (the next stream queries
  // again).
  virtual void SendReconcile(const std::string& member, const v1::Settle& settle) = 0;
  // Puts the acknowledgement on the member's newest stream; dropped without one (the result comes
  // again).
  virtual void SendAck(const std::string& member, const v1::ResultAck& ack) = 0;
};

// The target of an act in the merged state; what is unknown is absent.
struct ActTarget {
  std::optional<v1::Member> member;
  std::optional<v1::Source> source;
  ids::AddressId address_id;     // of the source: another one is another agent, whatever its name
  std::optional<v1::Pane> pane;  // with its asks: hash, one_tap, one_use_id
};

// The state of a one-use id.
enum class OneUse {
  kOpen,   // it names an open question
  kEnded,  // its question is gone, or has another id since
  kSpent,  // an answer under it was dispatched and did not decide the question
};

// Where a question stands, or stood.
struct AskPlace {
  ids::ConversationKey conversation;
  v1::Ask ask;  // unless open: its id and hash alone
  OneUse state = OneUse::kOpen;
};

// What the acts need of the merged state. Called like CommandPort, but for FindTarget, which may be
// called at any time; calls return at once.
class CrewPort {
 public:
  virtual ~CrewPort() = default;
  // The target as it is now. With an empty pane (a start) only member and source are looked up.
  virtual ActTarget FindTarget(const ids::ConversationKey& conversation) = 0;
  // The question that this one-use id names now, or named of late; nullopt: nothing is known of it.
  virtual std::optional<AskPlace> FindOneUse(const std::string& one_use_id) = 0;
  // Whether an act holds the conversation. Called in order for each; may repeat the last value.
  virtual void SetBusy(const ids::ConversationKey& conversation, bool busy) = 0;
  // An answer to this question was dispatched and ended without deciding it: its one-use id is
  // spent, and its count rises (RelayStore::RaiseAskCount) so that it gets a new one.
  virtual void AnswerEndedUndecided(const ids::ConversationKey& conversation,
                                    const ids::AskId& ask_id, const ids::AskHash& hash) = 0;
  // The conversations to be read, at the idle cadence, without a watcher: whole; it replaces the
  // set before. One with an empty pane stands for the newest of its source.
  virtual void ReadForHealing(const std::set<ids::ConversationKey>& conversations) = 0;
  // A receipt as it now is on disk: for the event streams.
  virtual void ReceiptChanged(const v1::Receipt& receipt) = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_PORTS_H_
