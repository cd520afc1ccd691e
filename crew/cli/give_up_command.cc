#include "crew/cli/give_up_command.h"

#include "collie/v1/crew_admin.grpc.pb.h"
#include "crew/cli/act.h"
#include "crew/cli/connection.h"
#include "crew/cli/verb.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(10);

struct GiveUpFlags {
  CommonFlags common;
  std::string request_id;
};

absl::StatusOr<v1::Receipt> Ask(Program& program, const GiveUpFlags& flags) {
  COLLIE_RETURN_IF_ERROR(CheckRequestId(flags.request_id));
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags.common, program));
  const Endpoint endpoint = LocalRelayEndpoint(paths);
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto admin = v1::CrewAdmin::NewStub(channel);
  v1::GiveUpActRequest request;
  request.set_request_id(flags.request_id);
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  v1::Receipt receipt;
  const grpc::Status status = admin->GiveUpAct(&context, request, &receipt);
  if (!status.ok()) return Explain(status, endpoint);
  return receipt;
}

int RunGiveUp(Program& program, const GiveUpFlags& flags) {
  const auto receipt = Ask(program, flags);
  if (!receipt.ok()) return Fail(program, receipt.status());
  Print(program, *receipt, flags.common);
  return ExitCodeOf(*receipt);
}

}  // namespace

void AddGiveUpVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<GiveUpFlags>(
      app, "give-up", "Stop waiting for an act, so that its conversation is free (at the lead)",
      chosen, RunGiveUp);
  verb->add_option("request", flags->request_id, "Its request id")->required()->type_name("ID");
  AddPathFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
