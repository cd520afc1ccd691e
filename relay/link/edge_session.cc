#include "relay/link/edge_session.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "relay/link/clean_frame.h"

namespace collie::relay {
EdgeSession::EdgeSession(std::string member, LinkTargets targets)
    : member_(std::move(member)), targets_(std::move(targets)), state_(targets_.clock.Now()) {}

absl::Status EdgeSession::OnFrame(v1::EdgeFrame frame,
                                  const std::shared_ptr<MemberStream>& stream) {
  absl::Status in_order = state_.OnFrame(frame, targets_.clock.Now());
  if (!in_order.ok()) return in_order;
  absl::Status clean = CleanFrame(frame);
  if (!clean.ok()) return clean;
  if (frame.frame_case() == v1::EdgeFrame::kHello) {
    Open(frame.hello(), stream);
    return absl::OkStatus();
  }
  if (!targets_.streams.IsNewest(member_, number_)) {
    return absl::AbortedError("A newer link of this member replaced this one.");
  }
  switch (frame.frame_case()) {
    case v1::EdgeFrame::kHeartbeat:
      targets_.view.Heard(id(), frame.heartbeat());
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
      targets_.desk.Apply(id(), std::move(*frame.mutable_conversation()));
      return absl::OkStatus();
    case v1::EdgeFrame::kResult:
      targets_.acts.OnResult(member_, frame.result());
      return absl::OkStatus();
    case v1::EdgeFrame::kHistory:
      targets_.history.OnPage(member_, std::move(*frame.mutable_history()));
      return absl::OkStatus();
    case v1::EdgeFrame::kHello:
    case v1::EdgeFrame::kHeld:
    case v1::EdgeFrame::kHeldEnd:
    case v1::EdgeFrame::FRAME_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("A frame that this relay does not know.");
}

void EdgeSession::Open(const v1::EdgeHello& hello, const std::shared_ptr<MemberStream>& stream) {
  number_ = targets_.streams.Attach(member_, stream);
  v1::RelayFrame reply;
  reply.mutable_hello()->set_link(state_.link_version());
  reply.mutable_hello()->set_version(targets_.version);
  reply.mutable_hello()->set_term(targets_.term);
  reply.mutable_hello()->set_stream(number_);
  reply.mutable_hello()->set_member(member_);
  stream->Send(std::move(reply));
  log::Info("link", absl::StrCat("member ", member_, " is linked (stream ", number_, ")"));
  // Before the view calls the member connected, so that what is passed on knows the edge's store.
  targets_.acts.OnStream(member_, hello.store_incarnation(), number_);
  targets_.view.LinkUp(id(), hello.version());
  targets_.desk.BeginStream(id());
  targets_.streams.PushInterest(member_);
}

absl::Status EdgeSession::TakeSource(v1::SourceUpdate update) {
  absl::StatusOr<std::optional<StagedUpdate>> whole = stage_.Add(std::move(update));
  if (!whole.ok()) return whole.status();
  if (!whole->has_value()) return absl::OkStatus();
  if (!in_sync_) named_.insert((*whole)->update.source().name());
  targets_.view.Apply(id(), (*whole)->update, (*whole)->is_over);
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
