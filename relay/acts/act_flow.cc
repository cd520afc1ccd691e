#include "relay/acts/act_flow.h"

#include <memory>
#include <utility>
#include <vector>

#include "crew/receipt/answer_sentence.h"
#include "relay/acts/act_checks.h"
#include "relay/acts/first_receipt.h"
#include "relay/acts/one_tap.h"
#include "relay/acts/replies.h"
#include "relay/acts/request_check.h"

namespace collie::relay {
namespace {

// An act that was sent earlier than this is not followed after a restart.
constexpr absl::Duration kLongestUnsettled = absl::Hours(48);

}  // namespace

ActFlow::ActFlow(Parts parts, const ActOptions& options, std::function<void()> notify)
    : parts_(parts),
      options_(options),
      notify_(std::move(notify)),
      effects_(parts.executor, [this](const ActEffect& effect) { CarryOut(effect); }),
      core_(parts.store.Run(), options) {}

ActFlow::~ActFlow() {
  Decide([](ActCore& core, const ActCore::Moment&, ActEffects& effects) { core.End(effects); });
  effects_.Finish();
}

absl::Status ActFlow::Restore() {
  auto unhealed = parts_.store.Unhealed(parts_.clock.Wall() - kLongestUnsettled,
                                        static_cast<int>(Healing::kFollowed));
  if (!unhealed.ok()) return unhealed.status();
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.Restore(parts_.store.Unsettled(), *unhealed, moment, effects);
  });
  return absl::OkStatus();
}

void ActFlow::Submit(const Caller& caller, v1::ActRequest request, ActDone done) {
  // Nothing is looked up for a caller who may not act.
  if (!caller.MayAct()) return done(WithoutReceipt(v1::REASON_NOT_ALLOWED));
  if (auto status = CheckRequest(request); !status.ok()) {
    return done(BadRequest(std::string(status.message())));
  }
  ActCore::Intake intake;
  intake.payload = PayloadOf(request);
  intake.by_tap = request.has_one_tap();
  const bool is_retry = request.again();
  if (!is_retry) {
    if (auto status = TakeIn(caller, request, intake); !status.ok()) {
      return done(BadRequest(std::string(status.message())));
    }
  }
  intake.request = std::move(request);
  intake.done = std::move(done);
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    if (is_retry) return core.Retry(std::move(intake), moment, effects);
    core.Submit(std::move(intake), moment, effects);
  });
}

// A tap becomes the answer that it stands for; the receipt says what is to be done.
absl::Status ActFlow::TakeIn(const Caller& caller, v1::ActRequest& request,
                             ActCore::Intake& intake) const {
  if (intake.by_tap) {
    const auto place = parts_.crew.FindOneUse(request.one_tap().one_use_id());
    if (place.has_value()) {
      intake.one_use = place->state;
      request = AnswerOfTap(request, *place);
    }
  }
  ActTarget target;
  if (request.has_answer()) {
    target = parts_.crew.FindTarget(ids::ConversationKey::From(request.conversation()));
    if (!HasShapeOfAsk(request, intake.by_tap, target)) {
      const v1::Ask* ask = receipt::FindAsk(*target.pane, request.answer().ask_id());
      return absl::InvalidArgumentError(receipt::AnswerSentence(*ask));
    }
  }
  intake.why_closed = WhyClosed(request.conversation().member());
  const v1::Pane* pane = target.pane.has_value() ? &*target.pane : nullptr;
  intake.receipt = FirstReceipt(caller, request, pane, parts_.clock.Wall());
  return absl::OkStatus();
}

void ActFlow::OnResult(const std::string& member, const v1::ActResult& result,
                       std::shared_ptr<const void> in_work) {
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.OnResult(member, result, std::move(in_work), moment, effects);
  });
}

void ActFlow::OnStream(const std::string& member, OpenedEdge opened) {
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.OnStream(member, std::move(opened), moment, effects);
  });
}

void ActFlow::CloseMember(const std::string& member, int64_t stream) {
  absl::MutexLock lock(&mu_);
  core_.CloseMember(member, stream);
}

// Why nothing may be written for a conversation of this member now (rule 27); nullopt: it may, or
// there is no such member, as its receipt says then.
std::optional<v1::Reason> ActFlow::WhyClosed(const std::string& member) const {
  if (member.empty()) return std::nullopt;  // a tap that names no question
  {
    absl::MutexLock lock(&mu_);
    if (core_.IsOpen(member)) return std::nullopt;
  }
  const ActTarget target = parts_.crew.FindTarget({member, "", ""});
  if (!target.member.has_value()) return std::nullopt;
  return target.member->state() == v1::MEMBER_STATE_LOCKED ? v1::REASON_MEMBER_LOCKED
                                                           : v1::REASON_MEMBER_UNREACHABLE;
}

void ActFlow::OnStreamLost(const std::string& member, int64_t stream) {
  std::vector<std::shared_ptr<const void>> gone;  // let go without the lock
  absl::MutexLock lock(&mu_);
  gone = core_.OnStreamLost(member, stream);
}

void ActFlow::OnConversation(const std::string& member, const v1::ConversationUpdate& update) {
  const ActTarget source = parts_.crew.FindTarget({member, update.source(), ""});
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.OnConversation(member, update, source, moment, effects);
  });
}

void ActFlow::GiveUp(const std::string& request_id, ActDone done) {
  Decide([&](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.GiveUp(request_id, std::move(done), moment, effects);
  });
}

std::optional<clock::Steady> ActFlow::NextDeadline() const {
  absl::MutexLock lock(&mu_);
  const std::optional<clock::Steady> next = core_.NextDeadline();
  told_deadline_ = next.value_or(clock::Steady(absl::InfiniteDuration()));
  return next;
}

// Each act moves deadlines many times, and hardly ever to before the first one.
void ActFlow::DropIdleWakes(ActEffects& effects) {
  const size_t moved = std::erase_if(effects, [](const ActEffect& effect) {
    return std::holds_alternative<DeadlineMoved>(effect);
  });
  if (moved == 0) return;
  const std::optional<clock::Steady> next = core_.NextDeadline();
  if (!next.has_value() || *next >= told_deadline_) return;
  told_deadline_ = *next;
  effects.push_back(DeadlineMoved{});
}

void ActFlow::Tick() {
  Decide([](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.Tick(moment, effects);
  });
}

void ActFlow::Drain() {
  Decide([](ActCore& core, const ActCore::Moment& moment, ActEffects& effects) {
    core.Drain(moment, effects);
  });
}

}  // namespace collie::relay
