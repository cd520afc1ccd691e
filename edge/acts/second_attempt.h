#ifndef COLLIE_EDGE_ACTS_SECOND_ATTEMPT_H_
#define COLLIE_EDGE_ACTS_SECOND_ATTEMPT_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/typed_id.h"
#include "crew/receipt/fit.h"
#include "edge/acts/agent_port.h"
#include "edge/acts/attempt_end.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// A later attempt of one act: a person retried after an unknown outcome.
//
//   fence ─ what the first attempt left ─ fresh read and checks ─ hello on a connection of its own
//   ─ receipt on disk ─ fence again ─ the second POST, on that same connection
//
// It is POSTed only where a repeat cannot run the act twice: the first attempt is settled here as
// unknown, at the same address and, unless the agent's request ids outlive its epochs, at the same
// run of the agent, which still remembers the id (rules 1 to 3 and 6 of relay/acts/README.md).
// Otherwise nothing is sent, and the conversation is searched for a witness. Used by one thread;
// blocks on disk and agent.
class SecondAttempt {
 public:
  // An agent keeps at least its last 500 request ids; past this many others it may have forgotten.
  static constexpr int64_t kOtherActs = 400;

  // `deadline`: then nothing is sent to the agent any more. All arguments outlive the attempt.
  SecondAttempt(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
                const v1::Command& command, clock::Steady deadline);

  // Once.
  AttemptEnd Run();

 private:
  using MaybeEnd = std::optional<AttemptEnd>;  // nullopt: it may go on

  MaybeEnd CheckFirstAttempt();
  MaybeEnd CheckSameAgent();
  MaybeEnd CheckNow();
  MaybeEnd SayHello();
  MaybeEnd CheckEpoch(const v1::Source& agent);
  MaybeEnd Begin();
  AttemptEnd Post();

  // Nothing was POSTed, and the first try is as unknown as before.
  AttemptEnd Never(const receipt::Refusal& refusal, bool is_begun = false) const;
  AttemptEnd Never(v1::Reason reason, bool is_begun = false) const;
  // Nothing may be POSTed any more: sent where a witness shows it, else maybe-applied.
  AttemptEnd Spent(v1::Reason reason, const std::string& detail);
  AttemptEnd AsRefused(const receipt::Refusal& refusal);

  const v1::Conversation& conversation() const { return command_.request().conversation(); }
  ids::SourceName source() const { return ids::SourceName(conversation().source()); }
  ids::PaneId pane() const { return ids::PaneId(conversation().pane()); }
  const std::string& id() const { return command_.request().request_id(); }
  absl::Duration TimeLeft() const { return deadline_ - clock_.Now(); }

  EdgeStore& store_;
  AgentPort& agents_;
  const clock::Clock& clock_;
  const v1::Command& command_;
  const clock::Steady deadline_;
  AttemptRecord first_;
  std::unique_ptr<AgentVisit> visit_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_SECOND_ATTEMPT_H_
