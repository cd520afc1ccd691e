#include "relay/merge/held_cuts.h"

#include <utility>

namespace collie::relay {

std::shared_ptr<HeldCut> HeldCuts::Hold(std::shared_ptr<const CrewCut> newest, uint64_t above,
                                        clock::Steady now, size_t replaced) {
  ForgetDropped();
  if (!held_.empty()) {
    const Held& last = held_.back();
    const bool is_fresh = last.revision == newest->revision() || now - last.since < kShared;
    std::shared_ptr<HeldCut> shared = last.cut.lock();
    if (shared && is_fresh && last.revision > above) return shared;
  }
  const uint64_t revision = newest->revision();
  auto held = std::make_shared<HeldCut>(std::move(newest));
  held_.push_back({held, revision, now, replaced});
  return held;
}

std::vector<std::shared_ptr<const CrewCut>> HeldCuts::KeepWithinBudget(size_t replaced) {
  std::vector<std::shared_ptr<const CrewCut>> given_up;
  ForgetDropped();
  while (!held_.empty() && replaced - held_.front().replaced > most_bytes_) {
    if (const auto cut = held_.front().cut.lock()) given_up.push_back(cut->GiveUp());
    held_.pop_front();
    ForgetDropped();
  }
  return given_up;
}

// What one in the middle saw, an older one may keep as well.
void HeldCuts::ForgetDropped() {
  while (!held_.empty() && held_.front().cut.expired()) held_.pop_front();
  while (!held_.empty() && held_.back().cut.expired()) held_.pop_back();
}

}  // namespace collie::relay
