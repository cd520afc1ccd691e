#include "crew/cli/receipts_command.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/print_json.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/age.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/cli/view/target.h"
#include "crew/json/receipt.h"
#include "crew/receipt/timestamp.h"
#include "crew/receipt/words.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr int kMostReceipts = 500;

struct ReceiptsFlags {
  CommonFlags common;
  std::string target;
  std::string request_id;
  std::vector<std::string> outcomes;
  std::string since;
  std::string until;
  std::string before;
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
    request.set_before(page.before());
    all.mutable_receipts()->MergeFrom(page.receipts());
    if (page.receipts().empty()) break;
  } while (!request.before().empty() && all.receipts_size() < most);
  all.set_before(request.before());
  return all;
}

absl::Status AddFilters(const Program& program, const ReceiptsFlags& flags,
                        v1::ListReceiptsRequest& request) {
  for (const std::string& word : flags.outcomes) {
    request.add_outcomes(receipt::OutcomeOf(word).value_or(v1::OUTCOME_UNSPECIFIED));
  }
  const absl::Time now = program.clock.Wall();
  if (!flags.since.empty()) {
    COLLIE_ASSIGN_OR_RETURN(const absl::Time since, ParseMoment(flags.since, now));
    *request.mutable_accepted_from() = receipt::ToTimestamp(since);
  }
  if (!flags.until.empty()) {
    COLLIE_ASSIGN_OR_RETURN(const absl::Time until, ParseMoment(flags.until, now));
    *request.mutable_accepted_until() = receipt::ToTimestamp(until);
  }
  request.set_request_id(flags.request_id);
  request.set_before(flags.before);
  request.set_limit(flags.limit);
  return absl::OkStatus();
}

absl::StatusOr<v1::ListReceiptsReply> Ask(Program& program, const ReceiptsFlags& flags) {
  v1::ListReceiptsRequest request;
  COLLIE_RETURN_IF_ERROR(AddFilters(program, flags, request));
  COLLIE_ASSIGN_OR_RETURN(const Endpoint endpoint, RelayEndpoint(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto dashboard = v1::Dashboard::NewStub(channel);
  if (const auto whole = WholeConversation(flags.target)) {
    *request.mutable_conversation() = whole->ToProto();
  } else if (!flags.target.empty()) {
    COLLIE_ASSIGN_OR_RETURN(
        const auto found,
        ResolveConversation(program, *dashboard, {endpoint, flags.common, flags.target}));
    *request.mutable_conversation() = found.first.ToProto();
  }
  return ReadPages(*dashboard, endpoint, std::move(request));
}

// The command of the next page, with all that this one said.
std::string OlderOnes(const ReceiptsFlags& flags, const std::string& before) {
  std::string command = absl::StrCat("older ones: collie receipts", Repeated(flags.common));
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) absl::StrAppend(&command, " ", name, " ", ShellWord(value));
  };
  if (!flags.target.empty()) absl::StrAppend(&command, " ", ShellWord(flags.target));
  for (const std::string& outcome : flags.outcomes) add("--outcome", outcome);
  add("--since", flags.since);
  add("--until", flags.until);
  if (flags.limit != ReceiptsFlags().limit) add("--limit", absl::StrCat(flags.limit));
  add("--before", before);
  return command;
}

void PrintForPeople(Program& program, const ReceiptsFlags& flags,
                    const v1::ListReceiptsReply& page) {
  for (const v1::Receipt& receipt : page.receipts()) {
    program.out << ReceiptRow(receipt, absl::LocalTimeZone()) << '\n';
  }
  if (!page.before().empty()) PrintSentence(program, OlderOnes(flags, page.before()));
}

int RunReceipts(Program& program, const ReceiptsFlags& flags) {
  const auto page = Ask(program, flags);
  if (!page.ok()) return Fail(program, page.status());
  if (flags.common.json) {
    PrintJson(program, json::ReceiptsJson(*page));
  } else {
    PrintForPeople(program, flags, *page);
  }
  if (!page->receipts().empty()) return kDone;
  PrintSentence(program, "there are no such receipts");
  return flags.request_id.empty() ? kDone : kFailed;
}

}  // namespace

void AddReceiptsVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<ReceiptsFlags>(app, "receipts", "The outcomes of acts, newest first",
                                              chosen, RunReceipts);
  verb->add_option("conversation", flags->target, "Only of this conversation")->type_name("M/S/P");
  verb->add_option("--request-id", flags->request_id, "Only of this act")->type_name("ID");
  verb->add_option("--outcome", flags->outcomes, "Only of this outcome; once for each")
      ->check(CLI::IsMember({"pending", "sent", "refused", "unknown", "maybe-applied"}))
      ->type_name("OUTCOME")
      ->allow_extra_args(false);
  verb->add_option("--since", flags->since,
                   "Only those accepted since: 2h or 30d ago, or 2026-12-01 or '2026-12-01 14:30'")
      ->type_name("TIME");
  verb->add_option("--until", flags->until, "Only those accepted before, written in the same way")
      ->type_name("TIME");
  verb->add_option("--before", flags->before, "What is older than the page that gave this")
      ->type_name("CURSOR");
  verb->add_option("--limit", flags->limit, "At most this many")
      ->check(CLI::Range(1, kMostReceipts))
      ->capture_default_str();
  AddPathFlags(*verb, flags->common);
  AddRelayFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
