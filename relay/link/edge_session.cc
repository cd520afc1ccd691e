#include "relay/link/edge_session.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "crew/source/reason.h"
#include "crew/text/clean.h"
#include "crew/text/clean_proto.h"

namespace collie::relay {
namespace {

constexpr size_t kLongestVersion = 64;  // characters

}  // namespace

EdgeSession::EdgeSession(std::string member, LinkTargets targets, ReadBudget& budget)
    : member_(std::move(member)),
      targets_(std::move(targets)),
      budget_(budget),
      state_(targets_.clock.Now()) {}

absl::Status EdgeSession::OnFrame(v1::EdgeFrame frame,
                                  const std::shared_ptr<MemberStream>& stream) {
  absl::Status in_order = state_.OnFrame(frame, targets_.clock.Now());
  if (!in_order.ok()) return in_order;
  if (frame.frame_case() == v1::EdgeFrame::kHello) {
    Open(frame.hello(), stream);
    return absl::OkStatus();
  }
  if (!targets_.streams.IsNewest(member_, number_)) {
    return absl::AbortedError("A newer link of this member replaced this one.");
  }
  switch (frame.frame_case()) {
    case v1::EdgeFrame::kHeartbeat:
      targets_.view.Heard(member_, frame.heartbeat());
      return absl::OkStatus();
    case v1::EdgeFrame::kSource:
      return TakeSource(std::move(*frame.mutable_source()));
    case v1::EdgeFrame::kSourceRemoved:
      targets_.view.RemoveSource(member_, frame.source_removed().name());
      return absl::OkStatus();
    case v1::EdgeFrame::kInSync:
      if (!in_sync_) targets_.view.KeepOnlySources(member_, named_);
      in_sync_ = true;
      return absl::OkStatus();
    case v1::EdgeFrame::kConversation:
      targets_.acts.OnConversation(member_, frame.conversation());
      targets_.desk.Apply(member_, std::move(*frame.mutable_conversation()));
      return absl::OkStatus();
    case v1::EdgeFrame::kResult:
      if (!text::CleanResult(*frame.mutable_result())) break;
      targets_.acts.OnResult(member_, frame.result(), budget_.Take(frame.ByteSizeLong()));
      return absl::OkStatus();
    case v1::EdgeFrame::kHistory:
      targets_.history.OnPage(member_, std::move(*frame.mutable_history()));
      return absl::OkStatus();
    case v1::EdgeFrame::kHello:
    case v1::EdgeFrame::kHeld:  // only in the resync that a welcome asked for
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
  targets_.acts.OnStream(member_, hello.store_incarnation());
  targets_.view.LinkUp(member_, text::CleanLine(hello.version(), kLongestVersion).text);
  targets_.desk.BeginStream(member_);
  targets_.streams.PushInterest(member_);
}

// What is over a limit costs its source alone: a link that ended for it would bring the same again.
absl::Status EdgeSession::TakeSource(v1::SourceUpdate update) {
  const v1::Source source = update.source();
  absl::StatusOr<std::optional<v1::SourceUpdate>> whole = stage_.Add(std::move(update));
  if (whole.ok() && !whole->has_value()) return absl::OkStatus();
  absl::Status taken = whole.status();
  if (taken.ok() || absl::IsResourceExhausted(taken)) {
    if (!in_sync_) named_.insert(source.name());
  }
  if (taken.ok() && !(*whole)->whole() && over_budget_.contains(source.name())) {
    taken = absl::ResourceExhaustedError("");  // a part of what is not shown
  }
  if (taken.ok()) taken = targets_.view.Apply(member_, **whole);
  if (absl::IsResourceExhausted(taken)) {
    ShowOverBudget(source, taken);
    return absl::OkStatus();
  }
  if (taken.ok()) over_budget_.erase(source.name());
  return taken;
}

void EdgeSession::ShowOverBudget(v1::Source source, const absl::Status& why) {
  if (over_budget_.insert(source.name()).second) log::Warn("link", why);
  v1::SourceUpdate row;
  *row.mutable_source() = std::move(source);
  if (!text::CleanSource(*row.mutable_source())) return;
  row.mutable_source()->set_state(v1::SOURCE_STATE_UNREACHABLE);
  row.mutable_source()->set_reason(Word(SourceReason::kOverBudget));
  row.mutable_source()->set_detail(
      "Its conversations are not shown: they, or those of its member together, are more than the "
      "relay holds. Detach an agent there, then restart that edge.");
  row.set_whole(true);
  row.set_commit(true);
  // Refused only where the member has too many sources: that one is not shown at all.
  const absl::Status shown = targets_.view.Apply(member_, row);
  if (!shown.ok() && !absl::IsResourceExhausted(shown)) log::Warn("link", shown);
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
  targets_.view.LinkLost(member_);
  targets_.acts.OnStreamLost(member_);
}

}  // namespace collie::relay
