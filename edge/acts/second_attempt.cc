#include "edge/acts/second_attempt.h"

#include <utility>

#include "crew/fault/fault_point.h"
#include "crew/ids/ids.h"
#include "crew/receipt/encode_refusal.h"
#include "crew/receipt/transitions.h"
#include "crew/wire/encode_act.h"
#include "edge/acts/act_gate.h"
#include "edge/acts/attempt_result.h"
#include "edge/acts/fence_check.h"
#include "edge/acts/read_for_act.h"
#include "edge/acts/reply_proof.h"

namespace collie::edge {

namespace {

receipt::Refusal Because(v1::Reason reason, const char* detail) {
  return {.reason = reason, .detail = detail, .ask = std::nullopt, .decision = std::nullopt};
}

// Why a retry comes too late; the first try may be what changed it.
const char* WhyNotNow(v1::Reason reason) {
  switch (reason) {
    case v1::REASON_TURN_MOVED:
      return "The turn has moved on, so it was not retried; the first try may have run: look "
             "at the conversation, then decide.";
    case v1::REASON_NO_SUCH_CONVERSATION:
      return "The conversation is gone, so it was not retried; the first try may have run.";
    case v1::REASON_ASK_CHANGED:
      return "The question is another one now, so it was not retried; the first try may have "
             "answered the one before.";
    default:
      return "The question is closed by now, so it was not retried; the first try may have "
             "answered it: look at the conversation.";
  }
}

}  // namespace

SecondAttempt::SecondAttempt(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
                             const v1::Command& command, clock::Steady deadline)
    : store_(store), agents_(agents), clock_(clock), command_(command), deadline_(deadline) {}

AttemptEnd SecondAttempt::Run() {
  if (auto reported = FindReported(store_, command_)) return {.result = *std::move(reported)};
  if (auto refusal = CheckFence(store_, command_)) return Never(*refusal);
  if (auto end = CheckFirstAttempt()) return *std::move(end);
  if (auto end = CheckSameAgent()) return *std::move(end);
  if (auto end = CheckNow()) return *std::move(end);
  if (auto end = SayHello()) return *std::move(end);
  if (auto end = Begin()) return *std::move(end);
  return Post();
}

// Rule 6: no second POST beside one that may still be under way, and never a third.
SecondAttempt::MaybeEnd SecondAttempt::CheckFirstAttempt() {
  const auto begun = store_.Begun(id());
  if (!begun.ok()) return Never(v1::REASON_STORE_UNAVAILABLE);
  if (begun->empty()) {
    return Spent(v1::REASON_UNSPECIFIED,
                 "This edge has no record of the first try: look at the conversation.");
  }
  first_ = begun->front();
  if (!first_.settled) {
    return Never(Because(v1::REASON_BUSY,
                         "The first try is still under way at the agent: wait for its end, then "
                         "try again."));
  }
  if (first_.result.outcome() == v1::OUTCOME_SENT) {
    AttemptEnd end{.result = first_.result};
    end.result.set_attempt(command_.attempt());
    return end;
  }
  if (begun->size() > 1) {
    return Spent(v1::REASON_UNSPECIFIED,
                 "It was tried twice already: look at the conversation, then decide.");
  }
  if (first_.result.outcome() != v1::OUTCOME_UNKNOWN) {
    return Spent(
        v1::REASON_UNSPECIFIED,
        "The first try ended with another outcome: look at the conversation, then decide.");
  }
  return std::nullopt;
}

// Whether this is the agent that the first try went to, and it can still remember it.
SecondAttempt::MaybeEnd SecondAttempt::CheckSameAgent() {
  const auto address = agents_.Address(source());
  if (!address.has_value()) return Never(v1::REASON_SOURCE_UNREACHABLE);
  if (*address != first_.address) {
    // What another agent shows is no witness.
    v1::ActResult result = SettledUnposted(id(), command_.attempt(), v1::OUTCOME_MAYBE_APPLIED);
    result.set_detail(
        "The source has another address now, which is another agent: nothing was sent to it.");
    return AttemptEnd{.result = std::move(result)};
  }
  const auto is_held = store_.IsUnderWayElsewhere(first_.epoch, source());
  if (!is_held.ok()) return Never(v1::REASON_STORE_UNAVAILABLE);
  if (*is_held) return Never(v1::REASON_DUPLICATE_SOURCE);
  const auto others = store_.OthersSince(ids::RequestId(id()), first_.address);
  if (!others.ok()) return Never(v1::REASON_STORE_UNAVAILABLE);
  if (*others >= kOtherActs) {
    return Spent(v1::REASON_UNSPECIFIED,
                 "Too much was sent to the agent since: it may not remember the first try.");
  }
  return std::nullopt;
}

SecondAttempt::MaybeEnd SecondAttempt::CheckNow() {
  if (TimeLeft() <= absl::ZeroDuration()) return Never(v1::REASON_EXPIRED);
  if (!NeedsFreshRead(command_.request())) return std::nullopt;
  const FreshState fresh = ReadForAct(agents_, command_.request(), TimeLeft());
  v1::Command now = command_;
  now.set_epoch(first_.epoch.value());
  if (fresh.source.state() == v1::SOURCE_STATE_LIVE) {
    if (auto end = CheckEpoch(fresh.source)) return end;
    now.set_epoch(fresh.source.epoch());
  }
  if (auto refusal = CheckFresh(now, fresh)) return AsRefused(*refusal);
  return std::nullopt;
}

// Rule 2: this hello holds for the POST, since both use one connection.
SecondAttempt::MaybeEnd SecondAttempt::SayHello() {
  if (TimeLeft() <= absl::ZeroDuration()) return Never(v1::REASON_EXPIRED);
  visit_ = agents_.Visit(source(), first_.address);
  if (visit_ == nullptr) return Never(v1::REASON_SOURCE_UNREACHABLE);
  const v1::Source agent = visit_->Hello(TimeLeft());
  if (agent.state() != v1::SOURCE_STATE_LIVE) {
    return AsRefused(*receipt::FailedPrecondition(command_.request(), agent, nullptr));
  }
  if (auto end = CheckEpoch(agent)) return end;
  // Rule 3: a proxy may lead the POST to another run than the hello.
  const v1::Capabilities& claims = agent.capabilities();
  if (agent.remote() && !claims.checks_epoch() && !claims.ids_outlive_epoch()) {
    return Spent(v1::REASON_UNSPECIFIED,
                 "Over a URL only an agent that checks epochs can be sent a retry.");
  }
  fault::Point("edge.hello-again");
  return std::nullopt;
}

// Rule 1: another run of the agent has forgotten the first try, unless its ids outlive epochs.
SecondAttempt::MaybeEnd SecondAttempt::CheckEpoch(const v1::Source& agent) {
  if (agent.epoch() == first_.epoch.value() || agent.capabilities().ids_outlive_epoch()) {
    return std::nullopt;
  }
  return Spent(v1::REASON_TURN_MOVED,
               "The agent restarted after the first try and cannot be asked about it: look at the "
               "conversation, then decide.");
}

SecondAttempt::MaybeEnd SecondAttempt::Begin() {
  if (TimeLeft() <= absl::ZeroDuration()) return Never(v1::REASON_EXPIRED);
  AttemptRecord record;
  record.command = command_;
  record.address = first_.address;
  record.epoch = first_.epoch;
  const absl::Status status = store_.Begin(record);
  if (absl::IsAlreadyExists(status)) {
    return AttemptEnd{.result = UnderWay(id(), command_.attempt())};
  }
  if (!status.ok()) return Never(ReasonOfStore(status));
  if (auto refusal = CheckNotOvertaken(store_, command_)) return Never(*refusal, /*is_begun=*/true);
  if (TimeLeft() <= absl::ZeroDuration()) return Never(v1::REASON_EXPIRED, /*is_begun=*/true);
  return std::nullopt;
}

// The first try's bytes, its epoch included.
AttemptEnd SecondAttempt::Post() {
  const auto encoded = wire::EncodeAct(first_.command.request(), first_.epoch.value());
  if (!encoded.ok()) {
    return Never(receipt::EncodeRefusal(encoded.status()), /*is_begun=*/true);
  }
  fault::Point("edge.begun");
  const PostReply reply = visit_->Post(encoded->path, encoded->body, TimeLeft());
  fault::Point("edge.posted");
  if (reply.kind == PostReply::Kind::kNeverLeft) {
    return Never(Because(v1::REASON_SOURCE_UNREACHABLE,
                         "The agent closed the connection after its hello, and a retry must "
                         "use the same one: it has to keep idle connections open."),
                 /*is_begun=*/true);
  }
  return {.result = Proof(command_, reply, /*posts=*/2), .is_begun = true, .is_posted = true};
}

AttemptEnd SecondAttempt::Never(const receipt::Refusal& refusal, bool is_begun) const {
  return {.result = NeverPosted(id(), command_.attempt(), refusal), .is_begun = is_begun};
}

AttemptEnd SecondAttempt::Never(v1::Reason reason, bool is_begun) const {
  return Never(receipt::RefusedBecause(reason), is_begun);
}

AttemptEnd SecondAttempt::AsRefused(const receipt::Refusal& refusal) {
  const v1::Outcome outcome = receipt::OutcomeOfRefusal(command_.attempt(), refusal.reason);
  if (outcome == v1::OUTCOME_UNKNOWN) return Never(refusal);
  return Spent(refusal.reason, WhyNotNow(refusal.reason));
}

AttemptEnd SecondAttempt::Spent(v1::Reason reason, const std::string& detail) {
  v1::Evidence evidence = v1::EVIDENCE_UNSPECIFIED;
  if (!conversation().pane().empty() && TimeLeft() > absl::ZeroDuration()) {
    evidence = agents_.FindWitness(source(), pane(), ids::RequestId(id()), TimeLeft());
  }
  const bool is_shown = evidence != v1::EVIDENCE_UNSPECIFIED;
  v1::ActResult result = SettledUnposted(id(), command_.attempt(),
                                         is_shown ? v1::OUTCOME_SENT : v1::OUTCOME_MAYBE_APPLIED);
  result.set_evidence(evidence);
  if (!is_shown) {
    result.set_reason(reason);
    result.set_detail(detail);
  }
  return {.result = std::move(result)};
}

}  // namespace collie::edge
