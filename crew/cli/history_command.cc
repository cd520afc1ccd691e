#include "crew/cli/history_command.h"

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/print_json.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/conversation_printer.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/target.h"
#include "crew/json/conversation.h"
#include "crew/status/status_macros.h"
#include "crew/text/limits.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(15);  // it is read through to the agent

struct HistoryFlags {
  CommonFlags common;
  std::string target;
  std::string before;
  int limit = static_cast<int>(text::kHistoryItemsByDefault);
};

struct Page {
  std::string conversation;
  v1::ReadHistoryReply reply;
};

absl::StatusOr<Page> Read(Program& program, const HistoryFlags& flags) {
  COLLIE_ASSIGN_OR_RETURN(const Endpoint endpoint, RelayEndpoint(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto dashboard = v1::Dashboard::NewStub(channel);
  auto key = WholeConversation(flags.target);
  if (!key.has_value()) {
    COLLIE_ASSIGN_OR_RETURN(
        const auto found,
        ResolveConversation(program, *dashboard, {endpoint, flags.common, flags.target}));
    key = found.first;
  }
  v1::ReadHistoryRequest request;
  *request.mutable_conversation() = key->ToProto();
  request.set_before(flags.before);
  request.set_limit(flags.limit);
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  Page page{key->ToString(), {}};
  const grpc::Status status = dashboard->ReadHistory(&context, request, &page.reply);
  if (!status.ok()) return Explain(status, endpoint);
  return page;
}

void PrintForPeople(Program& program, const HistoryFlags& flags, const Page& page) {
  const std::string repeated = Repeated(flags.common);
  ConversationPrinter printer(program.out, page.conversation, repeated, program.paint);
  if (page.reply.truncated()) printer.Note("older messages were left out");
  for (const v1::Item& item : page.reply.items()) printer.Print(item);
  printer.EndLine();
  if (page.reply.before().empty()) return;
  PrintSentence(program,
                absl::StrCat("older ones: collie history", repeated, " ", page.conversation,
                             " --before ", ShellWord(page.reply.before())));
}

int RunHistory(Program& program, const HistoryFlags& flags) {
  const auto page = Read(program, flags);
  if (!page.ok()) return Fail(program, page.status());
  if (flags.common.json) {
    PrintJson(program, json::HistoryJson(page->reply));
  } else {
    PrintForPeople(program, flags, *page);
  }
  return kDone;
}

}  // namespace

void AddHistoryVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<HistoryFlags>(
      app, "history", "Read a conversation back, a page at a time", chosen, RunHistory);
  verb->add_option("conversation", flags->target,
                   "member/source/pane, or a shorter form that fits only one")
      ->required()
      ->type_name("M/S/P");
  verb->add_option("--before", flags->before, "What is older than the page that gave this")
      ->type_name("CURSOR");
  verb->add_option("--limit", flags->limit, "Messages of a page")
      ->check(CLI::Range(1, static_cast<int>(text::kHistoryItems)))
      ->capture_default_str();
  AddPathFlags(*verb, flags->common);
  AddRelayFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
