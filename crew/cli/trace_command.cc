#include "crew/cli/trace_command.h"

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/act.h"
#include "crew/cli/connection.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/receipt_story.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(10);

struct TraceFlags {
  CommonFlags common;
  std::string request_id;
};

absl::StatusOr<v1::Receipt> Ask(Program& program, const TraceFlags& flags) {
  COLLIE_RETURN_IF_ERROR(CheckRequestId(flags.request_id));
  COLLIE_ASSIGN_OR_RETURN(const Endpoint endpoint, RelayEndpoint(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto dashboard = v1::Dashboard::NewStub(channel);
  v1::ListReceiptsRequest request;
  request.set_request_id(flags.request_id);
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  v1::ListReceiptsReply reply;
  const grpc::Status status = dashboard->ListReceipts(&context, request, &reply);
  if (!status.ok()) return Explain(status, endpoint);
  if (!reply.receipts().empty()) return reply.receipts(0);
  return absl::NotFoundError(
      absl::StrCat("there is no request ", flags.request_id, ": `collie receipts` lists them"));
}

int RunTrace(Program& program, const TraceFlags& flags) {
  const auto receipt = Ask(program, flags);
  if (!receipt.ok()) return Fail(program, receipt.status());
  if (flags.common.json) {
    Print(program, *receipt, flags.common);
  } else {
    program.out << ReceiptStory(*receipt, Repeated(flags.common), absl::LocalTimeZone())
                << std::flush;
  }
  return kDone;
}

}  // namespace

void AddTraceVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<TraceFlags>(
      app, "trace", "The story of one act: its outcome, and what to do next", chosen, RunTrace);
  verb->add_option("request", flags->request_id, "Its request id")->required()->type_name("ID");
  AddPathFlags(*verb, flags->common);
  AddRelayFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
