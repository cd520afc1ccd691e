#include "tests/bench/edge_fleet.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr size_t kDialledAtOnce = 64;
constexpr absl::Duration kTick = absl::Milliseconds(50);

}  // namespace

EdgeFleet::EdgeFleet(std::vector<identity::Identity> members, int panes) {
  for (identity::Identity& member : members) {
    edges_.push_back(std::make_shared<SimulatedEdge>(std::move(member), panes));
  }
  ticks_ = std::make_unique<threads::Periodic>("edges", kTick, [this] {
    const clock::Steady now = clock::SystemClock().Now();
    for (const auto& edge : edges_) edge->Tick(now);
  });
}

EdgeFleet::~EdgeFleet() {
  ticks_.reset();
  for (const auto& edge : edges_) edge->Stop();
}

absl::Status EdgeFleet::Start(absl::Duration most) {
  for (size_t i = 0; i < edges_.size(); i += kDialledAtOnce) {
    const size_t end = std::min(edges_.size(), i + kDialledAtOnce);
    for (size_t j = i; j < end; ++j) edges_[j]->Start();
    COLLIE_RETURN_IF_ERROR(Poll(most, "the edges' links", [&] {
      return std::all_of(edges_.begin() + static_cast<ptrdiff_t>(i),
                         edges_.begin() + static_cast<ptrdiff_t>(end),
                         [](const auto& edge) { return edge->is_up(); });
    }));
  }
  return absl::OkStatus();
}

int EdgeFleet::CountUp() const {
  return static_cast<int>(
      std::count_if(edges_.begin(), edges_.end(), [](const auto& edge) { return edge->is_up(); }));
}

absl::Status EdgeFleet::AwaitUp(absl::Duration most) const {
  const absl::Status all = Poll(most, "the edges' links",
                                [this] { return CountUp() == static_cast<int>(edges_.size()); });
  if (all.ok()) return all;
  return absl::DeadlineExceededError(absl::StrCat("of ", edges_.size(), " edges ", CountUp(),
                                                  " are linked after ",
                                                  absl::FormatDuration(most)));
}

}  // namespace collie::bench
