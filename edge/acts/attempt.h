#ifndef COLLIE_EDGE_ACTS_ATTEMPT_H_
#define COLLIE_EDGE_ACTS_ATTEMPT_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/typed_id.h"
#include "crew/receipt/fit.h"
#include "edge/acts/agent_port.h"
#include "edge/acts/attempt_end.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// The first attempt of one act, from its command to what the agent's reply proves:
//
//   fence ─ fresh read and checks ─ receipt with fence and epoch on disk ─ fence again ─ one POST
//
// Nothing here repeats a POST. Used by one thread; blocks on disk and agent.
class Attempt {
 public:
  // `deadline`: then nothing is sent to the agent any more. All arguments outlive the attempt.
  Attempt(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
          const v1::Command& command, clock::Steady deadline);

  // Once.
  AttemptEnd Run();

 private:
  // nullopt: it may be POSTed; the record's epoch and the body are set.
  std::optional<receipt::Refusal> Prepare();
  std::optional<receipt::Refusal> CheckNow();
  AttemptEnd Never(const receipt::Refusal& refusal, bool is_begun) const;
  ids::SourceName source() const {
    return ids::SourceName(command_.request().conversation().source());
  }
  absl::Duration TimeLeft() const { return deadline_ - clock_.Now(); }

  EdgeStore& store_;
  AgentPort& agents_;
  const clock::Clock& clock_;
  const v1::Command& command_;
  const clock::Steady deadline_;
  AttemptRecord record_;
  std::string path_;
  std::string body_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_ATTEMPT_H_
