#include <signal.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/status/status_macros.h"
#include "crew/threads/periodic.h"
#include "tests/bench/cases.h"
#include "tests/bench/dial.h"
#include "tests/bench/edge_fleet.h"
#include "tests/bench/test_crew.h"
#include "tests/bench/usage.h"
#include "tests/bench/wait.h"
#include "tests/bench/watcher.h"

namespace collie::bench {
namespace {

constexpr int kPanes = 10;
constexpr absl::Duration kMostForStart = absl::Minutes(3);
constexpr absl::Duration kMostForReturn = absl::Minutes(2);
constexpr absl::Duration kSettle = absl::Seconds(5);
constexpr double kMostMib = 6 * 1024;  // past it the relay is ended, before the machine suffers

// Ends a relay that grows without bound.
class MemoryGuard {
 public:
  explicit MemoryGuard(TestCrew& crew)
      : look_("memory", absl::Milliseconds(100), [this, &crew] {
          const pid_t relay = crew.relay();
          if (is_over_ || relay == 0 || UsageOf(relay).resident_mib < kMostMib) return;
          is_over_ = true;
          kill(relay, SIGKILL);
        }) {}
  absl::Status Check(absl::Status status) const {
    if (!is_over_) return status;
    return absl::ResourceExhaustedError("the relay passed 6 GiB and was ended");
  }

 private:
  std::atomic<bool> is_over_ = false;
  threads::Periodic look_;
};

// How many members are connected, as a dashboard that begins now is told.
int CountConnected(const identity::Identity& device) {
  const auto stub = v1::Dashboard::NewStub(Dial(device.link_address, device));
  grpc::ClientContext context;
  v1::WatchRequest request;
  request.set_passive(true);
  const auto stream = stub->Watch(&context, request);
  int connected = 0;
  for (v1::WatchEvent event; stream->Read(&event) && !event.has_in_sync();) {
    const auto& members = event.snapshot().members();
    connected += static_cast<int>(std::count_if(
        members.begin(), members.end(),
        [](const v1::Member& member) { return member.state() == v1::MEMBER_STATE_CONNECTED; }));
  }
  context.TryCancel();
  return connected;
}

class LargeCrew {
 public:
  explicit LargeCrew(const Options& options) : options_(options) {}

  absl::Status Start() {
    COLLIE_ASSIGN_OR_RETURN(crew_, TestCrew::Start(options_.programs));
    guard_ = std::make_unique<MemoryGuard>(*crew_);
    COLLIE_ASSIGN_OR_RETURN(auto members, crew_->Enroll(options_.edges, "edge"));
    fleet_ = std::make_unique<EdgeFleet>(std::move(members), kPanes);
    COLLIE_RETURN_IF_ERROR(guard_->Check(fleet_->Start(kMostForStart)));
    COLLIE_ASSIGN_OR_RETURN(devices_, crew_->PairFor(options_.watchers));
    audience_ = std::make_unique<Audience>(options_.watchers, devices_, WatchOf(crew_->address()),
                                           [](const grpc::ByteBuffer&) {});
    return guard_->Check(audience_->Start(kMostForStart));
  }

  void MeasureIdle(Result& result) {
    Rest(kSettle);
    const double span = options_.is_short ? options_.seconds : std::max(20.0, options_.seconds);
    const Usage before = UsageOf(crew_->relay());
    Rest(absl::Seconds(span));
    const Usage after = UsageOf(crew_->relay());
    result.rows.push_back({absl::StrCat("memory of a relay with ", Size(), ", resident"),
                           "MiB",
                           after.resident_mib,
                           {},
                           Bound::AtMost(1.2 * 1024)});
    result.rows.push_back({"its CPU while nothing changes",
                           "% of a core",
                           (after.cpu_seconds - before.cpu_seconds) / span * 100,
                           {},
                           Bound::AtMost(15)});
    result.rows.push_back(
        {"its memory at most, with the start of all", "MiB", after.peak_mib, {}, {}});
  }

  absl::Status MeasureReturn(Result& result) {
    const double began = Now();
    crew_->KillRelay();
    COLLIE_RETURN_IF_ERROR(crew_->RestartRelay());
    const double restarted = Now();
    COLLIE_RETURN_IF_ERROR(guard_->Check(fleet_->AwaitUp(kMostForReturn)));
    const double edges = Now();
    COLLIE_RETURN_IF_ERROR(guard_->Check(audience_->AwaitInSync(kMostForReturn)));
    COLLIE_RETURN_IF_ERROR(guard_->Check(Poll(kMostForReturn, "the members' return", [this] {
      return CountConnected(devices_.front()) == options_.edges;
    })));
    const double all = Now();
    const Usage usage = UsageOf(crew_->relay());
    result.rows.push_back({"all back after a SIGKILL", "s", all - began, {}, Bound::AtMost(20)});
    result.rows.push_back({"of it until the relay answered", "s", restarted - began, {}, {}});
    result.rows.push_back({"until all edges were linked", "s", edges - began, {}, {}});
    result.rows.push_back({"the relay's memory at most, while all came back",
                           "MiB",
                           usage.peak_mib,
                           {},
                           Bound::AtMost(1.2 * 1024)});
    return absl::OkStatus();
  }

 private:
  std::string Size() const {
    return absl::StrCat(options_.edges, " edges × ", kPanes, " panes and ", options_.watchers,
                        " watchers");
  }

  const Options& options_;
  std::unique_ptr<TestCrew> crew_;
  std::unique_ptr<MemoryGuard> guard_;
  std::unique_ptr<EdgeFleet> fleet_;
  std::vector<identity::Identity> devices_;
  std::unique_ptr<Audience> audience_;
};

}  // namespace

absl::StatusOr<Result> MeasureLargeCrew(const Options& options) {
  LargeCrew crew(options);
  COLLIE_RETURN_IF_ERROR(crew.Start());
  Result result;
  crew.MeasureIdle(result);
  COLLIE_RETURN_IF_ERROR(crew.MeasureReturn(result));
  return result;
}

}  // namespace collie::bench
