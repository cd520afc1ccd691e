#include "edge/uplink/resync.h"

#include <utility>
#include <vector>

#include "edge/acts/attempt_result.h"

namespace collie::edge {
namespace {

v1::EdgeFrame HeldFrame(AttemptRecord record) {
  v1::EdgeFrame frame;
  v1::HeldAttempt& held = *frame.mutable_held();
  *held.mutable_result() = record.settled ? StoredResult(record) : UnderWay(record);
  held.set_epoch(record.epoch.value());
  held.set_begun_at_ms(record.begun_at_ms);
  *held.mutable_command() = std::move(record.command);
  return frame;
}

}  // namespace

bool Resync::TakeTurn() {
  absl::MutexLock lock(&mu_);
  if (is_over_) return false;
  return !std::exchange(is_taken_, true);
}

void Resync::GiveTurnBack() {
  absl::MutexLock lock(&mu_);
  is_taken_ = false;
}

absl::StatusOr<bool> Resync::TellPage() {
  absl::StatusOr<std::vector<AttemptRecord>> page = store_.Held(request_id_, attempt_, kPage);
  if (!page.ok()) return page.status();
  const bool is_last = page->size() < static_cast<size_t>(kPage);
  if (!page->empty()) {
    request_id_ = page->back().command.request().request_id();
    attempt_ = page->back().command.attempt();
  }
  for (AttemptRecord& record : *page) send_(HeldFrame(std::move(record)));
  if (is_last) {
    v1::EdgeFrame end;
    end.mutable_held_end();
    send_(std::move(end));
  }
  absl::MutexLock lock(&mu_);
  is_over_ = is_last;
  is_taken_ = false;
  return is_last;
}

}  // namespace collie::edge
