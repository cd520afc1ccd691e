#include "crew/cli/receipts_command.h"

#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/json_view.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/cli/view/target.h"
#include "crew/status/status_macros.h"
#include "nlohmann/json.hpp"

namespace collie::cli {
namespace {

constexpr int kMostReceipts = 500;

struct ReceiptsFlags {
  CommonFlags common;
  std::string target;
  std::string request_id;
  int limit = 50;
};

// A reply may hold fewer than were asked for: the older ones are asked for until there are enough.
absl::StatusOr<v1::ListReceiptsReply> ReadPages(v1::Dashboard::StubInterface& dashboard,
                                                const Endpoint& endpoint,
                                                v1::ListReceiptsRequest request) {
  v1::ListReceiptsReply all;
  const int most = request.limit();
  do {
    grpc::ClientContext context;
    const auto bound = Bound(context, absl::Seconds(10));
    request.set_limit(most - all.receipts_size());
    v1::ListReceiptsReply page;
    const grpc::Status status = dashboard.ListReceipts(&context, request, &page);
    if (!status.ok()) return Explain(status, endpoint);
    if (page.receipts().empty()) break;
    request.set_before(page.before());
    all.MergeFrom(page);
  } while (!request.before().empty() && all.receipts_size() < most);
  return all;
}

absl::StatusOr<v1::ListReceiptsReply> Ask(Program& program, const ReceiptsFlags& flags) {
  COLLIE_ASSIGN_OR_RETURN(const Endpoint endpoint, RelayEndpoint(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto dashboard = v1::Dashboard::NewStub(channel);
  v1::ListReceiptsRequest request;
  if (const auto whole = WholeConversation(flags.target)) {
    *request.mutable_conversation() = whole->ToProto();
  } else if (!flags.target.empty()) {
    COLLIE_ASSIGN_OR_RETURN(const auto found,
                            ResolveConversation(*dashboard, endpoint, flags.target, program.clock));
    *request.mutable_conversation() = found.first.ToProto();
  }
  request.set_request_id(flags.request_id);
  request.set_limit(flags.limit);
  return ReadPages(*dashboard, endpoint, std::move(request));
}

int RunReceipts(Program& program, const ReceiptsFlags& flags) {
  const auto reply = Ask(program, flags);
  if (!reply.ok()) return Fail(program, reply.status());
  if (flags.common.json) {
    Json receipts = Json::array();
    for (const v1::Receipt& receipt : reply->receipts()) receipts.push_back(ToJson(receipt));
    program.out << Line({{"receipts", std::move(receipts)}}) << '\n';
  } else {
    for (const v1::Receipt& receipt : reply->receipts()) {
      program.out << ReceiptRow(receipt, absl::LocalTimeZone()) << '\n';
    }
  }
  if (!reply->receipts().empty()) return kDone;
  PrintSentence(program, "there are no such receipts");
  return flags.request_id.empty() ? kDone : kFailed;
}

}  // namespace

void AddReceiptsVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<ReceiptsFlags>(app, "receipts", "The outcomes of acts, newest first",
                                              chosen, RunReceipts);
  verb->add_option("conversation", flags->target, "Only of this conversation")->type_name("M/S/P");
  verb->add_option("--request-id", flags->request_id, "Only of this act")->type_name("ID");
  verb->add_option("--limit", flags->limit, "At most this many")
      ->check(CLI::Range(1, kMostReceipts))
      ->capture_default_str();
  AddPathFlags(*verb, flags->common);
  AddRelayFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
