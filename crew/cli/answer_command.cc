#include "crew/cli/answer_command.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/cli/act.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/seen_question.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/answer_form.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

struct AnswerFlags : ActFlags {
  AnswerInput input;
};

// The hash that the first try carried, from its receipt.
absl::StatusOr<std::string> FirstHash(const AnswerFlags& flags, const Endpoint& endpoint,
                                      v1::Dashboard::StubInterface& dashboard) {
  v1::ListReceiptsRequest request;
  request.set_request_id(flags.request_id);
  grpc::ClientContext context;
  const auto bound = Bound(context, absl::Seconds(10));
  v1::ListReceiptsReply reply;
  const grpc::Status status = dashboard.ListReceipts(&context, request, &reply);
  if (!status.ok()) return Explain(status, endpoint);
  if (reply.receipts().empty()) {
    return absl::NotFoundError(
        absl::StrCat("there is no request ", flags.request_id, ": answer anew, without --again"));
  }
  return reply.receipts(0).ask_hash();
}

// The same once more, to the question as the first try knew it: it may be closed by now, and the
// relay decides what that means.
absl::StatusOr<v1::AnswerAsk> AnswerAgain(const AnswerFlags& flags, const Endpoint& endpoint,
                                          v1::Dashboard::StubInterface& dashboard,
                                          const v1::Pane& pane) {
  if (flags.input.ask_id.empty()) {
    return absl::InvalidArgumentError("--again says the same once more: name the question");
  }
  COLLIE_ASSIGN_OR_RETURN(const std::string hash, FirstHash(flags, endpoint, dashboard));
  for (const v1::Ask& ask : pane.asks()) {
    if (ask.ask_id() == flags.input.ask_id && ask.hash() == hash) {
      return FillAnswer(flags.input, ask);
    }
  }
  return FillClosed(flags.input, hash);
}

// The answer to the question as it is, once a person has seen it.
absl::StatusOr<v1::AnswerAsk> AnswerOpen(Program& program, const AnswerFlags& flags,
                                         const v1::Conversation& conversation,
                                         const v1::Pane& pane) {
  COLLIE_ASSIGN_OR_RETURN(const v1::Ask ask, PickAsk(flags.input, pane));
  if (flags.input.IsEmpty()) ShowQuestion(program, flags, conversation, ask);
  COLLIE_ASSIGN_OR_RETURN(v1::AnswerAsk answer, FillAnswer(flags.input, ask));
  COLLIE_RETURN_IF_ERROR(CheckSeen(program, flags.input, flags, conversation, ask, answer));
  return answer;
}

absl::StatusOr<v1::ActRequest> MakeRequest(Program& program, const AnswerFlags& flags,
                                           const Endpoint& endpoint,
                                           v1::Dashboard::StubInterface& dashboard) {
  COLLIE_ASSIGN_OR_RETURN(v1::ActRequest request, StartRequest(flags, program));
  COLLIE_ASSIGN_OR_RETURN(
      const auto found,
      ResolveConversation(program, dashboard, {endpoint, flags.common, flags.target, Use::kAct}));
  *request.mutable_conversation() = found.first.ToProto();
  if (flags.again) {
    COLLIE_ASSIGN_OR_RETURN(*request.mutable_answer(),
                            AnswerAgain(flags, endpoint, dashboard, found.second));
  } else {
    COLLIE_ASSIGN_OR_RETURN(*request.mutable_answer(),
                            AnswerOpen(program, flags, request.conversation(), found.second));
  }
  PrintSentence(program, absl::StrCat("answering ", request.answer().ask_id(), " of ",
                                      found.first.ToString(), ", request ", request.request_id()));
  return request;
}

int RunAnswer(Program& program, const AnswerFlags& flags) {
  const auto endpoint = RelayEndpoint(flags.common, program);
  if (!endpoint.ok()) return Fail(program, endpoint.status());
  const auto channel = endpoint->dial();
  if (!channel.ok()) return Fail(program, channel.status());
  const auto dashboard = v1::Dashboard::NewStub(*channel);
  const auto request = MakeRequest(program, flags, *endpoint, *dashboard);
  if (!request.ok()) return Fail(program, request.status());
  return CarryOut(program, *endpoint, *dashboard, flags, *request);
}

}  // namespace

void AddAnswerVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] =
      AddVerb<AnswerFlags>(app, "answer", "Answer an open question", chosen, RunAnswer);
  verb->add_option("conversation", flags->target,
                   "member/source/pane, or a shorter form that fits only one")
      ->required()
      ->type_name("M/S/P");
  verb->add_option("ask", flags->input.ask_id, "Id of the question (else the only open one)")
      ->type_name("ASK");
  // One value each, so that no option takes the id of the question as its value.
  verb->add_option("--option", flags->input.options, "Id of an option; once for each pick")
      ->type_name("ID")
      ->allow_extra_args(false);
  verb->add_option("--text", flags->input.text, "The answer to a text question")->type_name("TEXT");
  verb->add_option("--field", flags->input.fields, "A field of a form; once for each field")
      ->type_name("FIELD=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--hash", flags->input.hash,
                   "How the hash of the question you saw begins: with the id of the "
                   "question, answer without asking")
      ->type_name("HEX");
  verb->add_flag("--confirm", flags->input.confirm,
                 "You mean an option that lasts after this question");
  AddActFlags(*verb, *flags);
}

}  // namespace collie::cli
