#include "relay/link/edge_session.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "relay/link/clean_frame.h"
#include "relay/link/redial_spread.h"
#include "relay/members/held_act.h"

namespace collie::relay {
namespace {

absl::Status Replaced() {
  return absl::AbortedError("A newer link of this member replaced this one.");
}

}  // namespace

EdgeSession::EdgeSession(std::string member, LinkTargets targets, ReadBudget& budget)
    : member_(std::move(member)),
      targets_(std::move(targets)),
      budget_(budget),
      state_(targets_.clock.Now()) {}

absl::Status EdgeSession::OnFrame(v1::EdgeFrame frame,
                                  const std::shared_ptr<SessionStream>& stream) {
  absl::Status in_order = state_.OnFrame(frame, targets_.clock.Now());
  if (absl::IsFailedPrecondition(in_order)) {
    Attach(stream);  // so that its member's row says why
    return RefuseLink(in_order);
  }
  if (!in_order.ok()) return in_order;
  if (absl::Status clean = CleanFrame(frame); !clean.ok()) {
    if (!frame.has_held()) return clean;
    frame.mutable_held()->Clear();  // it cannot stand; the rest of the resync can
  }
  if (frame.frame_case() == v1::EdgeFrame::kHello) {
    TakeHello(frame.hello(), stream);
    return absl::OkStatus();
  }
  if (!targets_.streams.IsNewest(member_, number_)) return Replaced();
  return TakeFrame(frame, stream);
}

absl::Status EdgeSession::TakeFrame(v1::EdgeFrame& frame,
                                    const std::shared_ptr<SessionStream>& stream) {
  switch (frame.frame_case()) {
    case v1::EdgeFrame::kHeartbeat:
      targets_.view.ApplyHeartbeat(id(), frame.heartbeat());
      return absl::OkStatus();
    case v1::EdgeFrame::kSource:
      return TakeSource(std::move(*frame.mutable_source()));
    case v1::EdgeFrame::kSourceRemoved:
      targets_.view.RemoveSource(id(), frame.source_removed().name());
      return absl::OkStatus();
    case v1::EdgeFrame::kInSync:
      if (!in_sync_) targets_.view.KeepOnlySources(id(), named_);
      in_sync_ = true;
      return absl::OkStatus();
    case v1::EdgeFrame::kConversation:
      targets_.acts.OnConversation(member_, frame.conversation());
      targets_.cache.Apply(id(), std::move(*frame.mutable_conversation()));
      return absl::OkStatus();
    case v1::EdgeFrame::kResult:
      TakeResult(frame.result(), frame.ByteSizeLong());
      return absl::OkStatus();
    case v1::EdgeFrame::kHistory:
      targets_.history.OnPage(member_, std::move(*frame.mutable_history()));
      return absl::OkStatus();
    case v1::EdgeFrame::kHeld:
      return TakeHeld(std::move(*frame.mutable_held()));
    case v1::EdgeFrame::kHeldEnd:
      if (step_ != Step::kResyncing) break;
      EndResync(stream);
      return absl::OkStatus();
    case v1::EdgeFrame::kHello:
    case v1::EdgeFrame::FRAME_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("A frame that this relay does not know.");
}

// The one before is replaced, and nothing leaves on this one before its welcome.
void EdgeSession::Attach(const std::shared_ptr<SessionStream>& stream) {
  number_ = targets_.streams.Attach(member_, stream);
  targets_.view.LinkLost({member_, number_ - 1});
}

// The welcome leaves once what it promises is on disk.
void EdgeSession::TakeHello(const v1::EdgeHello& hello,
                            const std::shared_ptr<SessionStream>& stream) {
  Attach(stream);
  hello_ = hello;
  targets_.members.Hello(
      member_, hello, [weak = std::weak_ptr(stream)](const absl::StatusOr<MemberOpened>& opened) {
        const auto alive = weak.lock();
        if (!alive) return;
        alive->Resume(
            [opened, alive](EdgeSession& session) { return session.OnAdmitted(opened, *alive); });
      });
}

absl::Status EdgeSession::OnAdmitted(absl::StatusOr<MemberOpened> opened, SessionStream& stream) {
  if (!targets_.streams.IsNewest(member_, number_)) return Replaced();
  if (!opened.ok()) return RefuseLink(opened.status());
  const Admission& admission = opened->admission;
  if (!admission.lock.empty()) {
    // It calls again and again: once is enough.
    if (targets_.view.RefuseLink(id(), /*is_locked=*/true, admission.lock)) {
      log::Error("link", absl::StrCat("ALARM: member ", member_, " is locked. ", admission.lock));
    }
    return absl::FailedPreconditionError(admission.lock);
  }
  if (admission.needs_resync && state_.link_version() < EdgeSessionState::kTellsHeld) {
    return RefuseLink(
        absl::FailedPreconditionError("The lead may lack receipts of its acts, and its edge is too "
                                      "old to tell them: update collie "
                                      "on the member's host."));
  }
  // Before the edge can begin to tell what it holds.
  if (admission.needs_resync) targets_.acts.CloseMember(member_, number_);
  // The edge shows its sources once it is welcome, also while it tells what it holds.
  targets_.view.BeginStream(id());
  Welcome(admission, stream);
  if (admission.needs_resync) {
    log::Warn("link", absl::StrCat("member ", member_,
                                   " may hold acts that this store lacks: it tells them first"));
    step_ = Step::kResyncing;
    return absl::OkStatus();
  }
  Open(*std::move(opened));
  return absl::OkStatus();
}

// What a person has to put right is told where the member is shown; a store that cannot be written
// fixes itself.
absl::Status EdgeSession::RefuseLink(const absl::Status& why) {
  const bool is_for_a_person = absl::IsInvalidArgument(why) || absl::IsResourceExhausted(why) ||
                               absl::IsFailedPrecondition(why);
  if (!is_for_a_person) return why;
  if (targets_.view.RefuseLink(id(), /*is_locked=*/false, std::string(why.message()))) {
    log::Warn("link", absl::StrCat("member ", member_, ": ", why.message()));
  }
  return why;
}

void EdgeSession::Welcome(const Admission& admission, SessionStream& stream) {
  v1::RelayFrame reply;
  reply.mutable_hello()->set_link(state_.link_version());
  reply.mutable_hello()->set_version(targets_.version);
  reply.mutable_hello()->set_term(admission.term);
  reply.mutable_hello()->set_stream(number_);
  reply.mutable_hello()->set_member(member_);
  reply.mutable_hello()->set_resync(admission.needs_resync);
  reply.mutable_hello()->set_redial_within_ms(
      absl::ToInt64Milliseconds(RedialWithin(targets_.view.CountMembers())));
  // Nothing but this stream changes them from here on.
  for (v1::KnownSource& known : targets_.view.KnownSources(member_)) {
    *reply.mutable_hello()->add_known() = std::move(known);
  }
  stream.Send(std::move(reply));
}

absl::Status EdgeSession::TakeHeld(v1::HeldAttempt held) {
  if (step_ != Step::kResyncing) {
    return absl::InvalidArgumentError("An attempt is told that nobody asked for.");
  }
  held_bytes_ += held.ByteSizeLong();
  if (held_bytes_ > kHeldBytes) {
    return RefuseLink(
        absl::ResourceExhaustedError("The edge holds more acts than a relay takes over (64 MiB): "
                                     "shorten its memory, or move its "
                                     "store away to begin an empty one."));
  }
  if (CheckHeld(member_, held).ok()) {
    held_.push_back(std::move(held));
  } else {
    ++held_left_out_;
  }
  return absl::OkStatus();
}

void EdgeSession::EndResync(const std::shared_ptr<SessionStream>& stream) {
  log::Info("link", absl::StrCat("member ", member_, " told ", held_.size(), " attempts",
                                 held_left_out_ == 0
                                     ? std::string()
                                     : absl::StrCat("; ", held_left_out_, " cannot stand")));
  SortHeld(held_);
  step_ = Step::kAdmitting;
  targets_.members.Resync(
      member_, hello_, std::exchange(held_, {}),
      [weak = std::weak_ptr(stream)](const absl::StatusOr<MemberOpened>& opened) {
        const auto alive = weak.lock();
        if (!alive) return;
        alive->Resume([opened](EdgeSession& session) { return session.OnResynced(opened); });
      });
}

absl::Status EdgeSession::OnResynced(absl::StatusOr<MemberOpened> opened) {
  if (!targets_.streams.IsNewest(member_, number_)) return Replaced();
  if (!opened.ok()) return opened.status();
  Open(*std::move(opened));
  return absl::OkStatus();
}

void EdgeSession::Open(MemberOpened opened) {
  step_ = Step::kOpen;
  log::Info("link", absl::StrCat("member ", member_, " is linked (stream ", number_, ")"));
  targets_.streams.Open(member_, number_);
  // Before the view calls the member connected, so that whoever sees it so may act.
  targets_.acts.OnStream(member_, {.store = hello_.store_incarnation(),
                                   .term = opened.admission.term,
                                   .stream = number_,
                                   .changed = std::move(opened.changed)});
  targets_.view.LinkUp(id(), hello_.version());
  targets_.cache.BeginStream(id());
  targets_.streams.PushInterest(member_);
}

void EdgeSession::TakeResult(const v1::ActResult& result, size_t frame_bytes) {
  // What is told before is told again: it is held, or the edge is asked.
  if (step_ != Step::kOpen) return;
  if (result.store_sequence() > told_sequence_) {
    told_sequence_ = result.store_sequence();
    targets_.members.SawSequence(ids::MemberId(member_), ids::StoreId(hello_.store_incarnation()),
                                 told_sequence_);
  }
  targets_.acts.OnResult(member_, result, budget_.Reserve(frame_bytes));
}

// What is over a limit costs its source alone: a link that ended for it would bring the same again.
absl::Status EdgeSession::TakeSource(v1::SourceUpdate update) {
  absl::StatusOr<std::optional<StagedUpdate>> whole = stage_.Add(std::move(update));
  if (!whole.ok()) return whole.status();
  if (!whole->has_value()) return absl::OkStatus();
  const std::string& source = (*whole)->update.source().name();
  if (!in_sync_) named_.insert(source);
  if (targets_.view.Apply(id(), (*whole)->update, (*whole)->is_over)) {
    log::Warn("link", absl::StrCat("member ", member_, ": source ", source,
                                   " is more than the relay holds: it is left out"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<v1::RelayFrame>> EdgeSession::Tick() {
  const absl::Status alive = state_.Tick(targets_.clock.Now());
  if (!alive.ok()) return alive;
  const std::optional<int64_t> due = state_.HeartbeatDue(targets_.clock.Now());
  if (!due) return std::nullopt;
  v1::RelayFrame frame;
  frame.mutable_heartbeat()->set_number(*due);
  return frame;
}

void EdgeSession::End() {
  if (number_ == 0 || !targets_.streams.Detach(member_, number_)) return;
  log::Info("link", absl::StrCat("member ", member_, " lost its link (stream ", number_, ")"));
  targets_.view.LinkLost(id());
  targets_.acts.OnStreamLost(member_, number_);
}

}  // namespace collie::relay
