#include "tests/bench/race.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "tests/bench/dial.h"
#include "tests/bench/usage.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr int kPanes = 10;
constexpr double kBlockSeconds = 0.2;  // about, before the other side's turn
constexpr double kWarmUpSeconds = 0.5;
constexpr absl::Duration kMostForRound = absl::Seconds(20);
constexpr absl::Duration kMostForStart = absl::Seconds(60);

}  // namespace

absl::Status Race::StartProduct(const Options& options) {
  COLLIE_ASSIGN_OR_RETURN(crew_, TestCrew::Start(options.programs));
  COLLIE_ASSIGN_OR_RETURN(auto members, crew_->Enroll(1, "edge"));
  fleet_ = std::make_unique<EdgeFleet>(std::move(members), kPanes);
  COLLIE_RETURN_IF_ERROR(fleet_->Start(kMostForStart));
  COLLIE_ASSIGN_OR_RETURN(const auto devices, crew_->PairFor(watchers_));
  audience_ = std::make_unique<Audience>(
      watchers_, devices, WatchOf(crew_->address()),
      [this](const grpc::ByteBuffer& message) { rounds_.Received(message); });
  return audience_->Start(kMostForStart);
}

absl::Status Race::StartFloor() {
  COLLIE_ASSIGN_OR_RETURN(floor_, Floor::Start());
  bare_audience_ = std::make_unique<Audience>(
      watchers_, std::vector{floor_->client()}, WatchTarget{floor_->address(), "/floor/Watch", {}},
      [this](const grpc::ByteBuffer& message) { rounds_.Received(message); });
  COLLIE_RETURN_IF_ERROR(bare_audience_->Start(kMostForStart));
  publisher_ = RawStream::Open(Dial(floor_->address(), floor_->client()), "/floor/Publish", {});
  return absl::OkStatus();
}

absl::Status Race::Prepare(const Options& options, int watchers) {
  watchers_ = watchers;
  COLLIE_RETURN_IF_ERROR(StartProduct(options));
  COLLIE_RETURN_IF_ERROR(StartFloor());
  COLLIE_RETURN_IF_ERROR(Run(kWarmUpSeconds));
  ours_ = {};
  floor_times_ = {};
  cpu_ = 0;
  return absl::OkStatus();
}

absl::Status Race::Run(double seconds) {
  int rounds = 10;
  for (const double end = Now() + seconds; Now() < end;) {
    const double began = Now();
    const double cpu_before = UsageOf(crew_->relay()).cpu_seconds;
    COLLIE_RETURN_IF_ERROR(Block(rounds, Way::kProduct, ours_));
    cpu_ += UsageOf(crew_->relay()).cpu_seconds - cpu_before;
    COLLIE_RETURN_IF_ERROR(Block(rounds, Way::kFloor, floor_times_));
    const double took = (Now() - began) / 2;
    rounds = std::clamp(static_cast<int>(rounds * kBlockSeconds / took), 1, 1000);
  }
  return absl::OkStatus();
}

absl::Status Race::Block(int rounds, Way way, Samples& into) {
  for (int i = 0; i < rounds; ++i) {
    COLLIE_ASSIGN_OR_RETURN(const double took, Round(way));
    into.Add(took);
  }
  return absl::OkStatus();
}

absl::StatusOr<double> Race::Round(Way way) {
  const std::string title =
      absl::StrCat("Fix the build of the release branch, ", rounds_.Begin(watchers_));
  if (way == Way::kProduct) {
    fleet_->edge(0).Change(0, title);
  } else {
    publisher_->Send(fleet_->edge(0).ChangeFrame(0, title));
  }
  const std::optional<double> took = rounds_.Await(kMostForRound);
  if (took) return *took;
  return absl::DeadlineExceededError(absl::StrCat("a change did not reach its watchers through ",
                                                  way == Way::kProduct ? "the relay" : "the floor",
                                                  " in 20 s"));
}

// One that is late begins at once, so that the rate holds where the relay keeps up with it.
absl::StatusOr<Race::Paced> Race::Pace(double rate, double seconds) {
  Paced paced;
  const double began = Now();
  const double cpu_before = UsageOf(crew_->relay()).cpu_seconds;
  for (double next = began; next < began + seconds; next += 1 / rate) {
    Rest(absl::Seconds(std::max(0.0, next - Now())));
    COLLIE_ASSIGN_OR_RETURN(const double took, Round(Way::kProduct));
    paced.latencies.Add(took);
  }
  paced.cpu_share = (UsageOf(crew_->relay()).cpu_seconds - cpu_before) / (Now() - began);
  return paced;
}

}  // namespace collie::bench
