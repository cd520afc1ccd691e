#ifndef COLLIE_EDGE_VIEW_SHOWN_H_
#define COLLIE_EDGE_VIEW_SHOWN_H_

#include <optional>
#include <string>
#include <vector>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"
#include "crew/source/reason.h"

// What this host shows of its agents. Ages and times left are kept as instants of the steady clock
// and become numbers only in the message that carries them.
namespace collie::edge {

// An open question.
struct ShownAsk {
  v1::Ask ask;  // without its time left
  std::optional<clock::Steady> deadline;
};

// A conversation with its open questions.
struct ShownPane {
  v1::Pane pane;  // without its asks
  std::vector<ShownAsk> asks;

  // As a message of `now`.
  v1::Pane ToProto(clock::Steady now) const;
  // Whether a reader would see no difference, the passing of time aside.
  bool ShowsSameAs(const ShownPane& other) const;
  // What a relay that has it computes of it (crew/link/pane_digest.h).
  std::string Digest() const;
};

// An agent without its conversations.
struct ShownSource {
  v1::Source source;  // without its age
  std::string address_id;
  std::optional<clock::Steady> last_read;

  v1::Source ToProto(clock::Steady now) const;
  bool ShowsSameAs(const ShownSource& other) const;
};

// What is new in one conversation.
struct ConversationNews {
  std::string pane;
  std::string epoch;   // the agent's run that it was read from
  bool reset = false;  // `items` are all there are
  std::vector<v1::Item> items;
  std::vector<std::string> removed_items;
  std::vector<v1::ClosedAsk> closed_asks;
  std::vector<std::string> dropped_requests;
  bool truncated = false;
  SourceReason failure = SourceReason::kNone;  // instead: why it could not be read
};

// What one poll of a source brought.
struct SourceNews {
  ShownSource source;
  std::optional<std::vector<ShownPane>> panes;  // all of them; absent: as they were
  std::vector<ConversationNews> conversations;
  std::vector<std::string> dropped_conversations;  // their items are not kept any longer
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_VIEW_SHOWN_H_
