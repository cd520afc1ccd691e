#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/status/grpc_status.h"
#include "crew/status/status_macros.h"
#include "tests/bench/cases.h"
#include "tests/bench/dial.h"
#include "tests/bench/edge_fleet.h"
#include "tests/bench/nats_floor.h"
#include "tests/bench/samples.h"
#include "tests/bench/test_crew.h"
#include "tests/bench/usage.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr int kItems = 50;   // of a page
constexpr int kBlock = 100;  // reads of one side before the other's turn
constexpr int kWarmUp = 300;
constexpr absl::Duration kMostForStart = absl::Seconds(30);

v1::HistoryPage Page() {
  v1::HistoryPage page;
  for (int i = 0; i < kItems; ++i) {
    v1::Item* const item = page.add_items();
    item->set_id(absl::StrCat("i-", 100000 + i));
    item->set_kind(i % 2 == 0 ? v1::ITEM_KIND_USER : v1::ITEM_KIND_ASSISTANT);
    item->mutable_written_at()->set_seconds(1764460800 + i);
    item->set_text(
        "The build of the release branch failed in the step that packs the archive: its list of "
        "files names one that was moved. Take it out, then run the step again.");
  }
  page.set_before("h-100000");
  return page;
}

v1::ReadHistoryReply ReplyOf(const v1::HistoryPage& page) {
  v1::ReadHistoryReply reply;
  *reply.mutable_items() = page.items();
  reply.set_before(page.before());
  return reply;
}

// Reads one page after the other, through the product and through NATS in turn.
class Reads {
 public:
  absl::Status Prepare(const Options& options) {
    COLLIE_ASSIGN_OR_RETURN(crew_, TestCrew::Start(options.programs));
    COLLIE_ASSIGN_OR_RETURN(auto members, crew_->Enroll(1, "edge"));
    request_.mutable_conversation()->set_member(members.front().member);
    request_.mutable_conversation()->set_source(SimulatedEdge::kSource);
    request_.mutable_conversation()->set_pane(SimulatedEdge::PaneId(0));
    request_.set_limit(kItems);
    fleet_ = std::make_unique<EdgeFleet>(std::move(members), /*panes=*/1);
    fleet_->edge(0).SetHistory(Page());
    COLLIE_RETURN_IF_ERROR(fleet_->Start(kMostForStart));
    COLLIE_ASSIGN_OR_RETURN(const identity::Identity device, crew_->Pair("reader"));
    stub_ = v1::Dashboard::NewStub(Dial(device.link_address, device));
    COLLIE_ASSIGN_OR_RETURN(nats_, NatsFloor::Start(ReplyOf(Page()).SerializeAsString()));
    return absl::OkStatus();
  }

  absl::Status ReadOurs(int reads, Samples& into) {
    for (int i = 0; i < reads; ++i) {
      grpc::ClientContext context;
      v1::ReadHistoryReply reply;
      const double began = Now();
      const grpc::Status status = stub_->ReadHistory(&context, request_, &reply);
      into.Add(Now() - began);
      COLLIE_RETURN_IF_ERROR(status::FromGrpc(status));
      if (reply.items_size() != kItems) return absl::InternalError("a page came with other items");
    }
    return absl::OkStatus();
  }

  absl::Status ReadFloor(int reads, Samples& into) {
    const std::string request = request_.SerializeAsString();
    for (int i = 0; i < reads; ++i) {
      const double began = Now();
      if (!nats_->Ask(request)) return absl::UnavailableError("NATS lost a request");
      into.Add(Now() - began);
    }
    return absl::OkStatus();
  }

  pid_t relay() const { return crew_->relay(); }

 private:
  std::unique_ptr<TestCrew> crew_;
  std::unique_ptr<EdgeFleet> fleet_;
  std::unique_ptr<v1::Dashboard::Stub> stub_;
  std::unique_ptr<NatsFloor> nats_;
  v1::ReadHistoryRequest request_;
};

}  // namespace

absl::StatusOr<Result> MeasureHistory(const Options& options) {
  Reads reads;
  COLLIE_RETURN_IF_ERROR(reads.Prepare(options));
  Samples ignored;
  COLLIE_RETURN_IF_ERROR(reads.ReadOurs(kWarmUp, ignored));
  COLLIE_RETURN_IF_ERROR(reads.ReadFloor(kWarmUp, ignored));
  Samples ours;
  Samples floor;
  double cpu = 0;
  for (const double end = Now() + options.seconds; Now() < end;) {
    const double before = UsageOf(reads.relay()).cpu_seconds;
    COLLIE_RETURN_IF_ERROR(reads.ReadOurs(kBlock, ours));
    cpu += UsageOf(reads.relay()).cpu_seconds - before;
    COLLIE_RETURN_IF_ERROR(reads.ReadFloor(kBlock, floor));
  }
  const size_t bytes = ReplyOf(Page()).ByteSizeLong();
  Result result;
  result.rows = {
      {absl::StrCat("a page of ", bytes, " bytes, from the edge and back, p50; floor: NATS"), "µs",
       ours.Median() * 1e6, floor.Median() * 1e6, Bound::AtMost(1)},
      {"the same, p99", "µs", ours.Percentile(0.99) * 1e6, floor.Percentile(0.99) * 1e6, {}},
      {"CPU of the relay for one page", "µs", cpu * 1e6 / static_cast<double>(ours.size()), {}, {}},
  };
  return result;
}

}  // namespace collie::bench
