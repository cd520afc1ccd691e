// What conversations witness of receipts, and acts that an operator gives up.
#include <memory>
#include <utility>

#include "crew/fault/fault_point.h"
#include "crew/receipt/transitions.h"
#include "relay/acts/act_flow.h"
#include "relay/acts/replies.h"

namespace collie::relay {

void ActFlow::OnConversation(const std::string& member, const v1::ConversationUpdate& update) {
  const ActTarget source = crew_.Look({member, update.source(), ""});
  {
    absl::MutexLock lock(&mu_);
    SeenLocked(healing_.Look(member, update, source.address_id));
    const ids::ConversationKey here{member, update.source(), update.pane()};
    // A view whose start was dropped may have dropped the item too.
    const bool is_whole =
        update.reason().empty() && !update.more() && !update.truncated() && !update.epoch().empty();
    if (is_whole && healing_.KeepsAny(here)) {
      effects_.Add([this, here, epoch = update.epoch()] { LookAtEpoch(here, epoch); });
    }
  }
  effects_.Run();
}

// What was read in an earlier start of the agent, and is only told now, ends nothing.
void ActFlow::LookAtEpoch(const ids::ConversationKey& conversation, const std::string& epoch) {
  const ActTarget target = crew_.Look(conversation);
  if (!target.source.has_value() || target.source->epoch() != epoch) return;
  absl::MutexLock lock(&mu_);
  SeenLocked(healing_.LookAtEpoch(conversation, epoch));
}

void ActFlow::SeenLocked(const std::vector<Id>& ids) {
  for (const Id& id : ids) {
    effects_.Add([this, id] { WriteWitness(id); });
  }
}

void ActFlow::WriteWitness(const Id& id) {
  std::optional<receipt::Witness> witness;
  {
    absl::MutexLock lock(&mu_);
    witness = healing_.WitnessOf(id);
  }
  if (!witness.has_value()) return;
  auto has_changed = std::make_shared<bool>(false);
  auto change = [witness = *std::move(witness), now = clock_.Wall(),
                 has_changed](ActRecord& record) {
    *has_changed = receipt::TakeWitness(record.receipt, witness, now);
    return *has_changed;
  };
  store_.Update(id, std::move(change), [this, id, has_changed](absl::StatusOr<ActRecord> written) {
    OnWitnessWritten(id, *has_changed, std::move(written));
    effects_.Run();
  });
}

void ActFlow::OnWitnessWritten(const Id& id, bool has_changed, absl::StatusOr<ActRecord> written) {
  absl::MutexLock lock(&mu_);
  if (!written.ok() && !absl::IsAborted(written.status()) && !absl::IsNotFound(written.status())) {
    witnessed_later_.push_back({id, clock_.Now() + options_.store_again});
    return WakeLocked();
  }
  if (!written.ok() || !has_changed) return;
  fault::Point("relay.healed-on-disk");
  NewsLocked(id, *written);
}

void ActFlow::FollowLocked(const ActRecord& record) {
  healing_.Follow(record, clock_.Now());
  ReadForHealingLocked();
}

void ActFlow::ReadForHealingLocked() {
  if (!healing_.HasMoved(clock_.Now())) return;
  std::set<ids::ConversationKey> wanted = healing_.Wanted(clock_.Now());
  if (wanted == read_for_healing_) return;
  read_for_healing_ = wanted;
  effects_.Add([this, wanted = std::move(wanted)] { crew_.ReadForHealing(wanted); });
}

void ActFlow::GiveUp(const std::string& request_id, ActDone done) {
  effects_.Add([this, id = request_id, done = std::move(done)]() mutable {
    auto change = [now = clock_.Wall()](ActRecord& record) {
      if (record.phase != ActPhase::kPassedOn) return false;
      receipt::EndGivenUp(record.receipt, now);
      record.phase = ActPhase::kSettled;
      return true;
    };
    store_.Update(id, std::move(change),
                  [this, id, done = std::move(done)](absl::StatusOr<ActRecord> written) {
                    OnGivenUp(id, std::move(written), done);
                    effects_.Run();
                  });
  });
  effects_.Run();
}

void ActFlow::OnGivenUp(const Id& id, absl::StatusOr<ActRecord> written, ActDone done) {
  absl::MutexLock lock(&mu_);
  if (!written.ok()) {
    const v1::Reason reason = absl::IsNotFound(written.status()) ? v1::REASON_UNKNOWN_REQUEST
                                                                 : ReasonOfStore(written.status());
    return ReplyLocked(std::move(done), WithoutReceipt(reason));
  }
  if (written->phase != ActPhase::kSettled) {
    return ReplyLocked(std::move(done),
                       BadRequest("Nothing was passed on yet: wait for its receipt."));
  }
  LiveAct* act = FindLocked(id);
  if (act != nullptr && act->step == ActStep::kWithEdge) {
    // The fence rises, so that a command which is still on its way finds itself fenced. Before the
    // member's hello there is no term to draw from: its welcome fences what came before.
    if (fences_.HasTerm(act->conversation.member)) {
      act->record.fence = fences_.Draw(act->conversation);
      AskEdgeLocked(*act);
    }
    NewsLocked(id, *written);
  }
  ReplyLocked(std::move(done), WithReceipt(written->receipt, /*is_repeat=*/false));
}

}  // namespace collie::relay
