#include "edge/acts/attempt.h"

#include <utility>

#include "crew/fault/fault_point.h"
#include "crew/ids/ids.h"
#include "crew/receipt/encode_refusal.h"
#include "crew/wire/encode_act.h"
#include "edge/acts/act_gate.h"
#include "edge/acts/attempt_result.h"
#include "edge/acts/fence_check.h"
#include "edge/acts/read_for_act.h"
#include "edge/acts/reply_proof.h"

namespace collie::edge {
namespace {

std::optional<receipt::Refusal> Because(v1::Reason reason) {
  return receipt::RefusedBecause(reason);
}

}  // namespace

Attempt::Attempt(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
                 const v1::Command& command, clock::Steady deadline)
    : store_(store), agents_(agents), clock_(clock), command_(command), deadline_(deadline) {}

AttemptEnd Attempt::Run() {
  if (auto reported = FindReported(store_, command_)) return {.result = *std::move(reported)};
  if (auto refusal = Prepare()) return Never(*refusal, /*is_begun=*/false);
  const absl::Status begun = store_.Begin(record_);
  if (absl::IsAlreadyExists(begun)) {
    return {.result = UnderWay(command_.request().request_id(), command_.attempt())};
  }
  if (!begun.ok()) return Never(receipt::RefusedBecause(ReasonOfStore(begun)), /*is_begun=*/false);
  if (auto refusal = CheckNotOvertaken(store_, command_)) return Never(*refusal, /*is_begun=*/true);
  if (TimeLeft() <= absl::ZeroDuration()) {
    return Never(receipt::RefusedBecause(v1::REASON_EXPIRED), /*is_begun=*/true);
  }
  fault::Point("edge.begun");
  const PostReply reply = agents_.Post(source(), record_.address, path_, body_, TimeLeft());
  fault::Point("edge.posted");
  return {.result = Proof(command_, reply, /*posts=*/1),
          .is_begun = true,
          .is_posted = reply.kind != PostReply::Kind::kNeverLeft};
}

std::optional<receipt::Refusal> Attempt::Prepare() {
  if (auto refusal = CheckFence(store_, command_)) return refusal;
  if (TimeLeft() <= absl::ZeroDuration()) return Because(v1::REASON_EXPIRED);
  const auto address = agents_.Address(source());
  if (!address.has_value()) return Because(v1::REASON_NO_SUCH_CONVERSATION);
  if (auto refusal = CheckNow()) return refusal;
  // One agent under two names: the acts under the other name are settled first.
  const auto is_held = store_.IsUnderWayElsewhere(ids::Epoch(command_.epoch()), source());
  if (!is_held.ok()) return Because(v1::REASON_STORE_UNAVAILABLE);
  if (*is_held) return Because(v1::REASON_DUPLICATE_SOURCE);
  if (TimeLeft() <= absl::ZeroDuration()) return Because(v1::REASON_EXPIRED);
  auto encoded = wire::EncodeAct(command_.request(), command_.epoch());
  if (!encoded.ok()) return receipt::EncodeRefusal(encoded.status());
  path_ = std::move(encoded->path);
  body_ = std::move(encoded->body);
  record_.command = command_;
  record_.address = *address;
  record_.epoch = ids::Epoch(command_.epoch());
  fault::Point("edge.checked");
  return std::nullopt;
}

std::optional<receipt::Refusal> Attempt::CheckNow() {
  const v1::ActRequest& request = command_.request();
  if (!NeedsFreshRead(request)) return std::nullopt;
  return CheckFresh(command_, ReadForAct(agents_, request, TimeLeft()));
}

AttemptEnd Attempt::Never(const receipt::Refusal& refusal, bool is_begun) const {
  return {.result = NeverPosted(command_.request().request_id(), command_.attempt(), refusal),
          .is_begun = is_begun};
}

}  // namespace collie::edge
