#include "crew/cli/act.h"

#include <CLI/App.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crew/cli/view/json_view.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/ids/ids.h"
#include "nlohmann/json.hpp"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(40);  // the relay answers within 25 s
constexpr size_t kRequestIdBytes = 8;

// What the relay says when it knows that nothing was passed on.
bool IsDefinite(const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::ALREADY_EXISTS:
    case grpc::StatusCode::NOT_FOUND:
    case grpc::StatusCode::UNIMPLEMENTED:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return true;
    case grpc::StatusCode::UNAVAILABLE:
      return absl::StrContains(status.error_message(), "store-unavailable") ||
             absl::StrContains(status.error_message(), "draining");
    default:
      return false;
  }
}

int TellNoReceipt(Program& program, const Door& door, const v1::ActRequest& request,
                  const grpc::Status& status) {
  const absl::Status why = Explain(status, door);
  if (IsDefinite(status)) {
    if (status.error_code() == grpc::StatusCode::ALREADY_EXISTS) {
      Tell(program,
           "a repeat must say the same thing, its --turn included; look it up with "
           "`collie receipts --request-id " +
               request.request_id() + "`");
    }
    return Fail(program, why);
  }
  Fail(program, why);
  Tell(program, absl::StrCat("nobody can tell yet whether it arrived; see what became of it: "
                             "collie receipts --request-id ",
                             request.request_id()));
  return kUnknown;
}

void TellRetry(Program& program, const v1::Receipt& receipt, const std::string& retry) {
  if (receipt.outcome() == v1::OUTCOME_UNKNOWN) {
    Tell(program, absl::StrCat("to ask again about it, say the same with: --request-id ",
                               receipt.request_id(), retry, " --again"));
  }
  if (receipt.outcome() == v1::OUTCOME_PENDING) {
    Tell(program,
         absl::StrCat("see how it ended: collie receipts --request-id ", receipt.request_id()));
  }
}

}  // namespace

void AddActFlags(CLI::App& verb, ActFlags& flags) {
  CLI::Option* id = verb.add_option("--request-id", flags.request_id,
                                    "Id of this intent; a repeat of it answers with its receipt")
                        ->type_name("ID");
  verb.add_flag("--again", flags.again, "Ask again after an unknown outcome")->needs(id);
  AddPathFlags(verb, flags.common);
  AddRelayFlags(verb, flags.common);
  AddJsonFlag(verb, flags.common);
}

absl::StatusOr<v1::ActRequest> StartRequest(const ActFlags& flags, Program& program) {
  if (!flags.request_id.empty() && !ids::IsWireId(flags.request_id)) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(flags.request_id),
                     " is no request id: write 1 to 128 characters of A-Z a-z 0-9 . _ : -"));
  }
  v1::ActRequest request;
  request.set_request_id(flags.request_id.empty() ? "r-" + program.random.Hex(kRequestIdBytes)
                                                  : flags.request_id);
  request.set_again(flags.again);
  return request;
}

int CarryOut(Program& program, const Door& door, v1::Dashboard::StubInterface& dashboard,
             const ActFlags& flags, const v1::ActRequest& request, const std::string& retry) {
  grpc::ClientContext context;
  Bound(context, kMost);
  v1::Receipt receipt;
  const grpc::Status status = dashboard.Act(&context, request, &receipt);
  if (!status.ok()) return TellNoReceipt(program, door, request, status);
  program.out << (flags.common.json ? Line(ToJson(receipt)) : ReceiptSentence(receipt)) << '\n'
              << std::flush;
  TellRetry(program, receipt, retry);
  return ExitCodeOf(receipt.outcome());
}

}  // namespace collie::cli
