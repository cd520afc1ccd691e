#include "crew/cli/act.h"

#include <CLI/App.hpp>

#include "absl/strings/str_cat.h"
#include "crew/cli/print_json.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/cli/view/repeat.h"
#include "crew/ids/ids.h"
#include "crew/json/receipt.h"
#include "crew/status/grpc_status.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(40);  // the relay answers within 25 s
constexpr size_t kRequestIdBytes = 8;

// The relay's reasons for no receipt that say that nothing was dispatched.
bool IsBeforeDispatch(const std::string& reason) {
  return reason == status::kStoreUnavailable || reason == status::kDraining ||
         reason == status::kMemberUnreachable;
}

// Whether the error says that nothing was dispatched.
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
      return IsBeforeDispatch(status::ReasonOf(status));
    default:
      return false;
  }
}

// The command that shows the story of an act.
std::string Trace(const std::string& request_id, const CommonFlags& flags) {
  return absl::StrCat("collie trace ", request_id, Repeated(flags));
}

int TellNoReceipt(Program& program, const Endpoint& endpoint, const v1::ActRequest& request,
                  const CommonFlags& flags, const grpc::Status& status) {
  const absl::Status why = Explain(status, endpoint);
  if (IsDefinite(status)) {
    if (status.error_code() == grpc::StatusCode::ALREADY_EXISTS) {
      PrintSentence(
          program,
          "a repeat must say the same thing, its --turn included; look it up with `collie trace " +
              request.request_id() + "`");
    }
    return Fail(program, why);
  }
  Fail(program, why);
  PrintSentence(program, absl::StrCat("it is not known yet whether it arrived; see its outcome: ",
                                      Trace(request.request_id(), flags)));
  return kUnknown;
}

// What to do where the outcome is not definite.
void TellNext(Program& program, const v1::ActRequest& request, const v1::Receipt& receipt,
              const CommonFlags& flags) {
  if (receipt.outcome() == v1::OUTCOME_UNKNOWN) {
    const Repeat repeat = RepeatOf(request);
    PrintSentence(program,
                  absl::StrCat(repeat.is_whole ? "try again with: "
                                               : "try again, in the same words as before, with: ",
                               repeat.command, Repeated(flags)));
  }
  if (receipt.outcome() == v1::OUTCOME_PENDING) {
    PrintSentence(program, absl::StrCat("see how it ended: ", Trace(receipt.request_id(), flags)));
  }
}

}  // namespace

void Print(Program& program, const v1::Receipt& receipt, const CommonFlags& flags) {
  if (flags.json) return PrintJson(program, json::ReceiptJson(receipt));
  program.out << ReceiptSentence(receipt) << '\n' << std::flush;
}

absl::Status CheckRequestId(const std::string& request_id) {
  if (ids::IsWireId(request_id)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      Quoted(request_id), " is no request id: write 1 to 128 characters of A-Z a-z 0-9 . _ : -"));
}

void AddActFlags(CLI::App& verb, ActFlags& flags) {
  CLI::Option* id = verb.add_option("--request-id", flags.request_id,
                                    "Id of this intent; a repeat of it answers with its receipt")
                        ->type_name("ID");
  verb.add_flag("--again", flags.again, "Try again after an unknown outcome")->needs(id);
  AddPathFlags(verb, flags.common);
  AddRelayFlags(verb, flags.common);
  AddJsonFlag(verb, flags.common);
}

absl::StatusOr<v1::ActRequest> StartRequest(const ActFlags& flags, Program& program) {
  if (!flags.request_id.empty()) COLLIE_RETURN_IF_ERROR(CheckRequestId(flags.request_id));
  v1::ActRequest request;
  request.set_request_id(flags.request_id.empty() ? "r-" + program.random.Hex(kRequestIdBytes)
                                                  : flags.request_id);
  request.set_again(flags.again);
  return request;
}

int CarryOut(Program& program, const Endpoint& endpoint, v1::Dashboard::StubInterface& dashboard,
             const ActFlags& flags, const v1::ActRequest& request) {
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  v1::Receipt receipt;
  const grpc::Status status = dashboard.Act(&context, request, &receipt);
  if (!status.ok()) return TellNoReceipt(program, endpoint, request, flags.common, status);
  Print(program, receipt, flags.common);
  TellNext(program, request, receipt, flags.common);
  return ExitCodeOf(receipt);
}

}  // namespace collie::cli
