#include "relay/watch/watch_feed.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"

namespace collie::relay {
namespace {

constexpr size_t kFraming = 8;  // what a row costs in its message, beside itself

// Why a watch cannot go on from its resume point; nullopt: it can, from `*revision`.
std::optional<v1::ResyncReason> WhyNot(const v1::ResumePoint& resume, const CrewView& view,
                                       uint64_t* revision) {
  if (resume.incarnation() != view.incarnation()) return v1::RESYNC_REASON_OTHER_INCARNATION;
  if (!absl::SimpleAtoi(resume.revision(), revision)) return v1::RESYNC_REASON_UNREADABLE;
  const std::shared_ptr<const CrewCut> cut = view.Cut();
  if (*revision > cut->revision()) return v1::RESYNC_REASON_FUTURE;
  if (!cut->CanResume(*revision)) return v1::RESYNC_REASON_TOO_OLD;
  return std::nullopt;
}

}  // namespace

WatchFeed::WatchFeed(const Sources& sources, const v1::WatchRequest& request, Render render,
                     size_t most_bytes)
    : sources_(sources),
      filter_{request.member(), request.source(), request.pane()},
      render_(std::move(render)),
      most_bytes_(most_bytes),
      seen_receipts_(sources.receipts.count()),
      last_at_(sources.clock.Now()) {
  if (request.has_resume()) {
    resync_ = WhyNot(request.resume(), sources.view, &revision_);
    says_in_sync_ = !resync_;
  }
  if (!says_in_sync_) place_ = Place{/*is_start=*/true, last_at_};
}

std::optional<WatchStep> WatchFeed::Next() {
  std::optional<WatchStep> step = NextDue();
  const clock::Steady now = sources_.clock.Now();
  if (!step && now - last_at_ >= kQuiet) {
    step.emplace().kind = WatchStep::Kind::kDelta;
    step->revision = revision_;
  }
  if (step) last_at_ = now;
  return step;
}

std::optional<WatchStep> WatchFeed::NextDue() {
  if (resync_) {
    WatchStep step;
    step.kind = WatchStep::Kind::kResync;
    step.reason = *std::exchange(resync_, std::nullopt);
    return step;
  }
  if (place_) return place_->is_start ? NextOfStart() : NextOfDelta();
  // By turns, so that neither waits for the other to be over.
  if (std::exchange(is_receipts_turn_, false)) {
    if (std::optional<WatchStep> receipt = NextReceipt()) return receipt;
  }
  if (std::optional<WatchStep> delta = NextDelta()) return delta;
  return NextReceipt();
}

WatchStep WatchFeed::NextOfStart() {
  if (!place_->held) place_->held = sources_.view.Hold(/*above=*/0);
  if (place_->is_read) return InSync(std::exchange(place_, std::nullopt)->revision);
  const std::shared_ptr<const CrewCut> cut = place_->held->Get();
  if (!cut) return Resync(v1::RESYNC_REASON_TOO_OLD);
  WatchStep step;
  step.kind = WatchStep::Kind::kSnapshot;
  place_->revision = cut->revision();
  place_->base = CrewRow::BaseOf(sources_.clock.Now());
  Fill(*cut, /*since=*/0, *place_, step);
  return step;
}

WatchStep WatchFeed::NextOfDelta() {
  const std::shared_ptr<const CrewCut> cut = place_->held->Get();
  if (!cut) return Resync(v1::RESYNC_REASON_TOO_OLD);
  WatchStep step;
  step.kind = WatchStep::Kind::kDelta;
  Fill(*cut, revision_, *place_, step);
  step.more = !place_->is_read;
  if (step.more) return step;
  place_.reset();
  revision_ = cut->revision();
  step.revision = revision_;
  is_receipts_turn_ = true;
  return step;
}

std::optional<WatchStep> WatchFeed::NextDelta() {
  const std::shared_ptr<const CrewCut> cut = sources_.view.Cut();
  if (cut->revision() > revision_) {
    // So slow that removals it has not received were forgotten.
    if (!cut->CanResume(revision_)) return Resync(v1::RESYNC_REASON_TOO_OLD);
    WatchStep step;
    step.kind = WatchStep::Kind::kDelta;
    Place place{/*is_start=*/false, CrewRow::BaseOf(sources_.clock.Now())};
    Fill(*cut, revision_, place, step);
    if (!place.is_read) {
      place_ = Place{/*is_start=*/false, place.base, sources_.view.Hold(revision_)};
      says_in_sync_ = false;
      return NextOfDelta();
    }
    revision_ = cut->revision();
    if (!step.rows.empty()) {
      says_in_sync_ = false;
      step.revision = revision_;
      is_receipts_turn_ = true;
      return step;
    }
  }
  if (!says_in_sync_) return std::nullopt;
  return InSync(revision_);
}

void WatchFeed::Fill(const CrewCut& cut, uint64_t since, Place& place, WatchStep& step) const {
  const bool is_start = place.is_start;
  const size_t most = is_start ? std::min(place.most_bytes, most_bytes_) : most_bytes_;
  place.most_bytes = 4 * most;
  const std::optional<ids::ConversationKey> after = std::exchange(place.last, std::nullopt);
  const ids::ConversationKey* last = nullptr;
  size_t bytes = 0;
  step.base = place.base;
  place.is_read = cut.Visit(filter_, after ? &*after : nullptr, since, [&](const CrewEntry& entry) {
    if (is_start && entry.IsRemoved()) return true;
    SharedBytes row = render_(*entry.row, step.base);
    bytes += row->size() + kFraming;
    if (bytes > most && !step.rows.empty()) return false;
    step.rows.push_back({entry.row, std::move(row)});
    last = &entry.key;
    return true;
  });
  if (last != nullptr) place.last = *last;
}

std::optional<WatchStep> WatchFeed::NextReceipt() {
  std::shared_ptr<const ReceiptRow> receipt = sources_.receipts.Next(filter_, &seen_receipts_);
  if (!receipt) return std::nullopt;
  WatchStep step;
  step.kind = WatchStep::Kind::kReceipt;
  step.receipt = std::move(receipt);
  return step;
}

WatchStep WatchFeed::InSync(uint64_t revision) {
  WatchStep step;
  step.kind = WatchStep::Kind::kInSync;
  step.incarnation = sources_.view.incarnation();
  step.revision = revision_ = revision;
  says_in_sync_ = false;
  return step;
}

WatchStep WatchFeed::Resync(v1::ResyncReason reason) {
  place_ = Place{/*is_start=*/true, last_at_};
  WatchStep step;
  step.kind = WatchStep::Kind::kResync;
  step.reason = reason;
  return step;
}

}  // namespace collie::relay
