#include "relay/fanout/watch_feed.h"

#include <utility>

#include "absl/strings/numbers.h"

namespace collie::relay {
namespace {

v1::WatchEvent ResyncEvent(v1::ResyncReason reason) {
  v1::WatchEvent event;
  event.mutable_resync()->set_reason(reason);
  return event;
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
  v1::CrewPart part;
  const auto flush = [&] {
    waiting_.emplace_back();
    waiting_.back().mutable_snapshot()->Swap(&part);
    part.Clear();
  };
  for (const MemberSnapshot& member : snapshot.members) {
    *part.add_members() = member.member;
    for (const SourceSnapshot& source : member.sources) {
      v1::SourceEntry* entry = part.add_sources();
      entry->set_member(member.member.id());
      *entry->mutable_source() = source.source;
      for (const v1::Pane& pane : source.panes) {
        v1::PaneEntry* row = part.add_panes();
        row->set_member(member.member.id());
        row->set_source(source.source.name());
        *row->mutable_pane() = pane;
        if (static_cast<size_t>(part.panes_size()) >= kPartPanes) flush();
      }
    }
  }
  flush();
  v1::WatchEvent in_sync;
  in_sync.mutable_in_sync()->set_incarnation(snapshot.incarnation);
  in_sync.mutable_in_sync()->set_revision(std::to_string(snapshot.revision));
  waiting_.push_back(std::move(in_sync));
}

void WatchFeed::Add(const v1::Receipt& receipt) {
  if (!filter_.Wants(ids::ConversationKey::From(receipt.conversation()))) return;
  std::erase_if(receipts_, [&](const v1::Receipt& waiting) {
    return waiting.request_id() == receipt.request_id();
  });
  receipts_.push_back(receipt);
  if (receipts_.size() > kReceipts) receipts_.pop_front();
}

std::optional<v1::WatchEvent> WatchFeed::Next() {
  if (!waiting_.empty()) {
    v1::WatchEvent event = std::move(waiting_.front());
    waiting_.pop_front();
    return event;
  }
  if (std::optional<v1::WatchEvent> delta = NextDelta()) return delta;
  if (receipts_.empty()) return std::nullopt;
  v1::WatchEvent event;
  *event.mutable_receipt() = std::move(receipts_.front());
  receipts_.pop_front();
  return event;
}

std::optional<v1::WatchEvent> WatchFeed::NextDelta() {
  while (revision_ < view_.revision()) {
    uint64_t reached = revision_;
    std::optional<v1::CrewDelta> delta =
        view_.ChangesSince(revision_, filter_, kDeltaKeys, &reached);
    if (!delta) {
      // So slow that removals it had not heard of were forgotten.
      waiting_.push_back(ResyncEvent(v1::RESYNC_REASON_TOO_OLD));
      Begin();
      return Next();
    }
    if (reached == revision_) return std::nullopt;
    revision_ = reached;
    if (delta->members_size() + delta->sources_size() + delta->panes_size() +
            delta->removed_size() ==
        0) {
      continue;  // all of it outside the filter
    }
    v1::WatchEvent event;
    *event.mutable_delta() = *std::move(delta);
    return event;
  }
  return std::nullopt;
}

}  // namespace collie::relay
