#include "relay/watch/watch_feed.h"

#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "relay/merge/crew_parts.h"

namespace collie::relay {
namespace {

v1::WatchEvent ResyncEvent(v1::ResyncReason reason) {
  v1::WatchEvent event;
  event.mutable_resync()->set_reason(reason);
  return event;
}

bool IsEmpty(const v1::CrewDelta& delta) {
  return delta.members().empty() && delta.sources().empty() && delta.panes().empty() &&
         delta.removed().empty();
}

// Whether, and if not why not, a watch can go on from its resume point.
std::optional<v1::ResyncReason> WhyNot(const v1::ResumePoint& resume, const CrewView& view,
                                       uint64_t* revision) {
  if (resume.incarnation() != view.incarnation()) return v1::RESYNC_REASON_OTHER_INCARNATION;
  if (!absl::SimpleAtoi(resume.revision(), revision)) return v1::RESYNC_REASON_UNREADABLE;
  if (*revision > view.revision()) return v1::RESYNC_REASON_FUTURE;
  uint64_t reached = 0;
  if (!view.ChangesSince(*revision, {}, 1, &reached)) return v1::RESYNC_REASON_TOO_OLD;
  return std::nullopt;
}

}  // namespace

WatchFeed::WatchFeed(const CrewView& view, const v1::WatchRequest& request)
    : view_(view), filter_{request.member(), request.source(), request.pane()} {
  if (!request.has_resume()) {
    Begin();
    return;
  }
  const std::optional<v1::ResyncReason> why = WhyNot(request.resume(), view_, &revision_);
  if (!why) return;
  waiting_.push_back(ResyncEvent(*why));
  Begin();
}

void WatchFeed::Begin() {
  const CrewSnapshot snapshot = view_.Snapshot(filter_);
  revision_ = snapshot.revision;
  CrewParts<v1::CrewPart> rows;
  for (const MemberSnapshot& member : snapshot.members) {
    rows.Add(member.member);
    for (const SourceSnapshot& source : member.sources) {
      v1::SourceEntry entry;
      entry.set_member(member.member.id());
      *entry.mutable_source() = source.source;
      rows.Add(std::move(entry));
      for (const v1::Pane& pane : source.panes) {
        v1::PaneEntry row;
        row.set_member(member.member.id());
        row.set_source(source.source.name());
        *row.mutable_pane() = pane;
        rows.Add(std::move(row));
      }
    }
  }
  std::vector<v1::CrewPart> parts = rows.TakeParts();
  if (parts.empty()) parts.emplace_back();
  for (v1::CrewPart& part : parts) *waiting_.emplace_back().mutable_snapshot() = std::move(part);
  v1::WatchEvent in_sync;
  in_sync.mutable_in_sync()->set_incarnation(snapshot.incarnation);
  in_sync.mutable_in_sync()->set_revision(std::to_string(snapshot.revision));
  waiting_.push_back(std::move(in_sync));
}

void WatchFeed::Add(const v1::Receipt& receipt) {
  if (!filter_.Wants(ids::ConversationKey::From(receipt.conversation()))) return;
  std::erase_if(receipts_, [&](const v1::Receipt& waiting) {
    if (waiting.request_id() != receipt.request_id()) return false;
    receipt_bytes_ -= waiting.ByteSizeLong();
    return true;
  });
  receipts_.push_back(receipt);
  receipt_bytes_ += receipt.ByteSizeLong();
  while (receipts_.size() > kReceipts || receipt_bytes_ > kReceiptBytes) {
    receipt_bytes_ -= receipts_.front().ByteSizeLong();
    receipts_.pop_front();
  }
}

std::optional<v1::WatchEvent> WatchFeed::Next() {
  if (!waiting_.empty()) return NextWaiting();
  if (std::optional<v1::WatchEvent> delta = NextDelta()) return delta;
  if (receipts_.empty()) return std::nullopt;
  v1::WatchEvent event;
  receipt_bytes_ -= receipts_.front().ByteSizeLong();
  *event.mutable_receipt() = std::move(receipts_.front());
  receipts_.pop_front();
  return event;
}

std::optional<v1::WatchEvent> WatchFeed::NextWaiting() {
  v1::WatchEvent event = std::move(waiting_.front());
  waiting_.pop_front();
  return event;
}

std::optional<v1::WatchEvent> WatchFeed::NextDelta() {
  while (revision_ < view_.revision()) {
    uint64_t reached = revision_;
    std::optional<std::vector<v1::CrewDelta>> parts =
        view_.ChangesSince(revision_, filter_, kDeltaKeys, &reached);
    if (!parts) {
      // So slow that removals it had not received were forgotten.
      waiting_.push_back(ResyncEvent(v1::RESYNC_REASON_TOO_OLD));
      Begin();
      return NextWaiting();
    }
    if (reached == revision_) return std::nullopt;
    revision_ = reached;
    if (IsEmpty(parts->front())) continue;  // all of it outside the filter
    for (v1::CrewDelta& part : *parts) *waiting_.emplace_back().mutable_delta() = std::move(part);
    return NextWaiting();
  }
  return std::nullopt;
}

}  // namespace collie::relay
