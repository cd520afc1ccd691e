#ifndef COLLIE_EDGE_AGENT_ACT_POST_H_
#define COLLIE_EDGE_AGENT_ACT_POST_H_

#include <string>

#include "absl/time/time.h"
#include "crew/config/sources_file.h"
#include "edge/acts/agent_port.h"
#include "edge/agent/agent_reader.h"

namespace collie::edge {

// As AgentPort::Post, with the agent at this address.
PostReply PostAct(const config::SourceEntry& entry, const std::string& path,
                  const std::string& body, absl::Duration most);

// A visit of the agent of one entry: hello and POST share one connection.
class ReaderVisit final : public AgentVisit {
 public:
  explicit ReaderVisit(config::SourceEntry entry);

  v1::Source Hello(absl::Duration most) override;
  PostReply Post(const std::string& path, const std::string& body, absl::Duration most) override;

 private:
  const config::SourceEntry entry_;
  AgentReader reader_;
};

// What a whole read of a conversation shows of this request: EVIDENCE_USER_ITEM or
// EVIDENCE_ASK_CLOSED, else UNSPECIFIED. Pure.
v1::Evidence WitnessIn(const wire::PaneRead& read, const std::string& request_id);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_AGENT_ACT_POST_H_
