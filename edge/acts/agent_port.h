#ifndef COLLIE_EDGE_ACTS_AGENT_PORT_H_
#define COLLIE_EDGE_ACTS_AGENT_PORT_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ids/typed_id.h"

namespace collie::edge {

// An agent as it is now, read for one act.
struct FreshState {
  // State LIVE when the read succeeded; otherwise the state says why not. Epoch and capabilities
  // are the agent's current ones.
  v1::Source source;
  // The conversation, if the agent lists it; with its open asks where they were requested and read.
  std::optional<v1::Pane> pane;
  // How the questions ended that the conversation tells of; read with the open ones.
  std::vector<v1::ClosedAsk> closed_asks;
  // The open asks were requested and could not be read.
  bool asks_unread = false;
};

// How an exchange of one act ended.
struct PostReply {
  enum class Kind {
    kReplied,    // status, content type and whole body are there
    kNeverLeft,  // the connection failed before a byte of the request left
    kNothing,    // a deadline, a lost connection, a reply over its limit: nothing is proven
  };
  Kind kind = Kind::kNothing;
  int status = 0;
  std::string content_type;
  std::string body;
  std::string detail;  // one sentence on what happened, unless it replied
};

// One connection to an agent, kept from a hello to the POST that relies on it. Calls block, at most
// until their deadline. One thread.
class AgentVisit {
 public:
  virtual ~AgentVisit() = default;
  // Dials and says hello. The source is LIVE when it was read, with the current epoch and
  // capabilities; otherwise its state says why not.
  virtual v1::Source Hello(absl::Duration most) = 0;
  // One POST on the connection of the hello, never repeated. kNeverLeft: that one was closed
  // before, and no other was dialled.
  virtual PostReply Post(const std::string& path, const std::string& body, absl::Duration most) = 0;
};

// What the acts need of the agents. Calls block, at most until their deadline. Thread-safe.
class AgentPort {
 public:
  virtual ~AgentPort() = default;
  // The agent's address, as sources.json names it; nullopt: an unknown source.
  virtual std::optional<ids::AgentAddress> Address(const ids::SourceName& source) = 0;
  // Reads hello where needed and the snapshot (a 304 counts), and with `with_asks` the pane, now,
  // each within its own deadline and all within `most`.
  virtual FreshState Read(const ids::SourceName& source, const ids::PaneId& pane, bool with_asks,
                          absl::Duration most) = 0;
  // How a question ended, as this edge saw it in that run of the agent; nullopt: it saw no end.
  // Does not block.
  virtual std::optional<v1::ClosedAsk> FindDecision(const ids::SourceName& source,
                                                    const ids::PaneId& pane,
                                                    const ids::Epoch& epoch,
                                                    const ids::AskId& ask_id) = 0;
  // One POST on a connection of its own, with the version header (and the token over a URL), never
  // repeated. `most` bounds the whole exchange; the wire's deadline of an act does too. kNeverLeft
  // where the source has another address by now.
  virtual PostReply Post(const ids::SourceName& source, const ids::AgentAddress& address,
                         const std::string& path, const std::string& body, absl::Duration most) = 0;
  // A connection for a second POST; null where the source has another address by now.
  virtual std::unique_ptr<AgentVisit> Visit(const ids::SourceName& source,
                                            const ids::AgentAddress& address) = 0;
  // Reads the conversation whole, now, and searches for what names this request: a user item, or
  // the end of its question. UNSPECIFIED: none was seen, which proves nothing.
  virtual v1::Evidence FindWitness(const ids::SourceName& source, const ids::PaneId& pane,
                                   const ids::RequestId& request_id, absl::Duration most) = 0;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_AGENT_PORT_H_
