// Where the effects of decisions leave: to the store, the links, the merged state, the callers, the
// log. The steps that the fault tests name are here.
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/fault/fault_point.h"
#include "crew/log/log.h"
#include "relay/acts/act_flow.h"

namespace collie::relay {
namespace {

// The step that a write which reached the disk stands for.
void PassWritten(const RecordChange& change, bool has_changed) {
  if (std::holds_alternative<RecordDispatch>(change)) fault::Point("relay.passed-on");
  if (std::holds_alternative<RecordRefusal>(change)) fault::Point("relay.refused-on-disk");
  if (std::holds_alternative<RecordUnknown>(change)) fault::Point("relay.unknown-on-disk");
  if (std::holds_alternative<RecordResult>(change)) fault::Point("relay.result-on-disk");
  if (std::holds_alternative<RecordWitness>(change) && has_changed) {
    fault::Point("relay.healed-on-disk");
  }
}

}  // namespace

void ActFlow::CarryOut(const ActEffect& effect) {
  std::visit(
      [this](const auto& each) {
        if constexpr (requires { this->Do(each); }) this->Do(each);
      },
      effect);
}

void ActFlow::Do(const AcceptRecord& accept) {
  parts_.store.Accept(accept.record, [this, id = accept.record.receipt.request_id()](
                                         absl::StatusOr<Accepted> accepted) {
    if (accepted.ok()) fault::Point("relay.accepted");
    Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
      core.OnAccepted(id, std::move(accepted), moment, effects);
    });
  });
}

void ActFlow::Do(const ChangeRecord& change) {
  if (std::holds_alternative<RecordResult>(change.change)) fault::Point("relay.result-arrived");
  const auto shared = std::make_shared<const ChangeRecord>(change);
  const auto has_changed = std::make_shared<bool>(false);
  auto apply = [shared, has_changed](ActRecord& record) {
    *has_changed = Apply(shared->change, record);
    return *has_changed;
  };
  auto done = [this, shared, has_changed](absl::StatusOr<ActRecord> written) {
    if (written.ok()) PassWritten(shared->change, *has_changed);
    Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
      core.OnChanged(*shared, *has_changed, std::move(written), moment, effects);
    });
  };
  if (std::holds_alternative<RecordDispatch>(change.change)) {
    return parts_.store.Dispatch(change.request_id, std::move(apply), std::move(done));
  }
  parts_.store.Update(change.request_id, std::move(apply), std::move(done));
}

void ActFlow::Do(const LookUp& look) {
  fault::Point("relay.locked");
  ActTarget target = parts_.crew.FindTarget(look.conversation);
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.OnLookedUp(look.request_id, std::move(target), moment, effects);
  });
}

void ActFlow::Do(const Dispatch& dispatch) {
  std::optional<v1::Command> command;
  std::string member;
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    command = core.CommandToSend(dispatch, moment, effects);
  });
  if (!command.has_value()) return;
  if (parts_.links.SendCommand(command->request().conversation().member(), *command)) {
    return fault::Point("relay.commanded");
  }
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.OnNotSent(dispatch, v1::REASON_MEMBER_UNREACHABLE, moment, effects);
  });
}

void ActFlow::Do(const QueryEdge& query) {
  parts_.links.SendReconcile(query.member, query.settle);
  fault::Point("relay.asked");
}

void ActFlow::Do(const Acknowledge& acknowledge) {
  parts_.links.SendAck(acknowledge.member, acknowledge.ack);
  fault::Point("relay.acknowledged");
}

void ActFlow::Do(const SetBusy& busy) { parts_.crew.SetBusy(busy.conversation, busy.is_busy); }

void ActFlow::Do(const SpendOneUse& spend) {
  parts_.crew.AnswerEndedUndecided(spend.conversation, spend.ask_id, spend.hash);
}

void ActFlow::Do(const PublishReceipt& publish) { parts_.crew.ReceiptChanged(publish.receipt); }

void ActFlow::Do(const ReadForHealing& read) { parts_.crew.ReadForHealing(read.conversations); }

void ActFlow::Do(const Reply& reply) { reply.done(reply.reply); }

void ActFlow::Do(const DeadlineMoved&) {
  if (notify_) notify_();
}

void ActFlow::Do(const LogLine& log) { log::Info("acts", log.line); }

void ActFlow::Do(const StateChanged& changed) { log::Debug("acts", Describe(changed)); }

void ActFlow::Do(const EventIgnored& ignored) { log::Debug("acts", Describe(ignored)); }

}  // namespace collie::relay
