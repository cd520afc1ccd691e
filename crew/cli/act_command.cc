#include "crew/cli/act_command.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/cli/act.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/text_input.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/target.h"
#include "crew/receipt/words.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

struct SayFlags : ActFlags {  // send and steer
  TextFlags text;
  std::string turn;
};

struct StopFlags : ActFlags {
  std::string turn;
};

struct WordFlags : ActFlags {  // rename and action
  std::string word;
};

struct StartFlags : ActFlags {
  std::string starter;
  std::string text;
};

// One call at the relay.
struct Call {
  Endpoint endpoint;
  std::unique_ptr<v1::Dashboard::StubInterface> dashboard;
  v1::ActRequest request;
};

absl::StatusOr<Call> Begin(const ActFlags& flags, Program& program) {
  COLLIE_ASSIGN_OR_RETURN(v1::ActRequest request, StartRequest(flags, program));
  COLLIE_ASSIGN_OR_RETURN(Endpoint endpoint, RelayEndpoint(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> channel, endpoint.dial());
  return Call{std::move(endpoint), v1::Dashboard::NewStub(channel), std::move(request)};
}

// Where the act goes, without a read where the name is whole: the relay says if it is unknown.
absl::Status Aim(const ActFlags& flags, Program& program, Call& call) {
  if (const auto whole = WholeConversation(flags.target)) {
    *call.request.mutable_conversation() = whole->ToProto();
    return absl::OkStatus();
  }
  COLLIE_ASSIGN_OR_RETURN(const auto found, ResolveConversation(program, *call.dashboard,
                                                                {call.endpoint, flags.common,
                                                                 flags.target, Use::kAct}));
  *call.request.mutable_conversation() = found.first.ToProto();
  return absl::OkStatus();
}

// Says which act this is before it is sent, so that one who interrupts it can look it up.
void SayWhich(Program& program, const v1::ActRequest& request) {
  PrintSentence(program,
                absl::StrCat("to ", NameOf(ids::ConversationKey::From(request.conversation())),
                             ", request ", request.request_id()));
}

// As Aim, and the turn: the given one, else the current one, which is shown.
absl::StatusOr<std::string> AimAtTurn(const SayFlags& flags, Program& program, Call& call) {
  if (flags.again && flags.turn.empty()) {
    return absl::InvalidArgumentError(
        "--again says the same once more: add the first try's --turn");
  }
  if (!flags.turn.empty()) {
    COLLIE_RETURN_IF_ERROR(Aim(flags, program, call));
    SayWhich(program, call.request);
    return flags.turn;
  }
  COLLIE_ASSIGN_OR_RETURN(const auto found, ResolveConversation(program, *call.dashboard,
                                                                {call.endpoint, flags.common,
                                                                 flags.target, Use::kAct}));
  *call.request.mutable_conversation() = found.first.ToProto();
  const v1::Turn& turn = found.second.turn();
  PrintSentence(program, absl::StrCat("to ", found.first.ToString(), " in turn ", turn.id(), " (",
                                      receipt::ApiWord(turn.state()), "), request ",
                                      call.request.request_id()));
  return turn.id();
}

int RunSay(Program& program, const SayFlags& flags, v1::ActKind kind) {
  const auto text = ReadText(flags.text, program);
  if (!text.ok()) return Fail(program, text.status());
  auto call = Begin(flags, program);
  if (!call.ok()) return Fail(program, call.status());
  const auto turn = AimAtTurn(flags, program, *call);
  if (!turn.ok()) return Fail(program, turn.status());
  if (kind == v1::ACT_KIND_SEND) {
    call->request.mutable_send()->set_turn(*turn);
    call->request.mutable_send()->set_text(*text);
  } else {
    call->request.mutable_steer()->set_turn(*turn);
    call->request.mutable_steer()->set_text(*text);
  }
  return CarryOut(program, call->endpoint, *call->dashboard, flags, call->request);
}

int RunSend(Program& program, const SayFlags& flags) {
  return RunSay(program, flags, v1::ACT_KIND_SEND);
}

int RunSteer(Program& program, const SayFlags& flags) {
  return RunSay(program, flags, v1::ACT_KIND_STEER);
}

// An act that needs no read: `fill` sets what it is.
template <typename Fill>
int RunAct(Program& program, const ActFlags& flags, Fill fill) {
  auto call = Begin(flags, program);
  if (!call.ok()) return Fail(program, call.status());
  const absl::Status aimed = Aim(flags, program, *call);
  if (!aimed.ok()) return Fail(program, aimed);
  fill(call->request);
  SayWhich(program, call->request);
  return CarryOut(program, call->endpoint, *call->dashboard, flags, call->request);
}

int RunStop(Program& program, const StopFlags& flags) {
  return RunAct(program, flags,
                [&](v1::ActRequest& request) { request.mutable_stop()->set_turn(flags.turn); });
}

int RunRename(Program& program, const WordFlags& flags) {
  return RunAct(program, flags,
                [&](v1::ActRequest& request) { request.mutable_rename()->set_title(flags.word); });
}

int RunAction(Program& program, const WordFlags& flags) {
  return RunAct(program, flags, [&](v1::ActRequest& request) {
    request.mutable_action()->set_action_id(flags.word);
  });
}

int RunClose(Program& program, const ActFlags& flags) {
  return RunAct(program, flags, [](v1::ActRequest& request) { request.mutable_close(); });
}

int RunReopen(Program& program, const ActFlags& flags) {
  return RunAct(program, flags, [](v1::ActRequest& request) { request.mutable_reopen(); });
}

// The starter that was named, else the only one.
absl::StatusOr<std::string> PickStarter(const StartFlags& flags, const v1::Source& source) {
  if (!flags.starter.empty()) return flags.starter;
  if (source.starters_size() == 1) return source.starters(0).id();
  std::string starters;
  for (const v1::Starter& starter : source.starters()) {
    absl::StrAppend(&starters, starters.empty() ? "" : ", ", starter.id());
  }
  if (starters.empty()) return absl::FailedPreconditionError("this agent starts no conversations");
  return absl::InvalidArgumentError(absl::StrCat("name one of its starters: ", starters));
}

absl::Status AimAtSource(const StartFlags& flags, Program& program, Call& call) {
  COLLIE_ASSIGN_OR_RETURN(const auto found,
                          ResolveSource(program, *call.dashboard,
                                        {call.endpoint, flags.common, flags.target, Use::kAct}));
  *call.request.mutable_conversation() = found.first.ToProto();
  COLLIE_ASSIGN_OR_RETURN(const std::string starter, PickStarter(flags, found.second));
  call.request.mutable_start()->set_starter_id(starter);
  call.request.mutable_start()->set_text(flags.text);
  return absl::OkStatus();
}

int RunStart(Program& program, const StartFlags& flags) {
  auto call = Begin(flags, program);
  if (!call.ok()) return Fail(program, call.status());
  const absl::Status aimed = AimAtSource(flags, program, *call);
  if (!aimed.ok()) return Fail(program, aimed);
  SayWhich(program, call->request);
  return CarryOut(program, call->endpoint, *call->dashboard, flags, call->request);
}

constexpr char kConversation[] = "member/source/pane, or a shorter form that fits only one";

// Adds an act on a conversation.
template <typename Flags>
std::pair<CLI::App*, Flags*> AddAct(CLI::App& app, Action& chosen, const std::string& name,
                                    const std::string& what, int (*run)(Program&, const Flags&)) {
  auto [verb, flags] = AddVerb<Flags>(app, name, what, chosen, run);
  verb->add_option("conversation", flags->target, kConversation)->required()->type_name("M/S/P");
  AddActFlags(*verb, *flags);
  return {verb, flags};
}

void AddSay(CLI::App& app, Action& chosen, const std::string& name, const std::string& what,
            int (*run)(Program&, const SayFlags&)) {
  auto [verb, flags] = AddAct<SayFlags>(app, chosen, name, what, run);
  AddTextFlags(*verb, flags->text);
  verb->add_option("--turn", flags->turn, "Id of the turn you looked at (else the one now)")
      ->type_name("ID");
}

void AddStart(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<StartFlags>(app, "start", "Start a conversation", chosen, RunStart);
  verb->add_option("source", flags->target, "member/source, or a shorter form that fits only one")
      ->type_name("M/S");
  verb->add_option("starter", flags->starter, "Which way to start (else the only one)")
      ->type_name("STARTER");
  verb->add_option("--text", flags->text, "What to say first")->type_name("TEXT");
  AddActFlags(*verb, *flags);
}

}  // namespace

void AddActVerbs(CLI::App& app, Action& chosen) {
  AddSay(app, chosen, "send", "Say something to an agent, for its next turn", RunSend);
  AddSay(app, chosen, "steer", "Say something into the running turn", RunSteer);
  auto [stop, stop_flags] =
      AddAct<StopFlags>(app, chosen, "stop", "Stop what runs in a conversation", RunStop);
  stop->add_option("--turn", stop_flags->turn, "Only this turn (else whatever runs)")
      ->type_name("ID");
  auto [rename, rename_flags] =
      AddAct<WordFlags>(app, chosen, "rename", "Give a conversation another title", RunRename);
  rename->add_option("title", rename_flags->word, "The title")->required()->type_name("TITLE");
  AddAct<ActFlags>(app, chosen, "close", "Close a conversation", RunClose);
  AddAct<ActFlags>(app, chosen, "reopen", "Open a closed conversation again", RunReopen);
  auto [action, action_flags] =
      AddAct<WordFlags>(app, chosen, "action", "Run an action of a conversation", RunAction);
  action->add_option("action", action_flags->word, "Id of the action")
      ->required()
      ->type_name("ACTION");
  AddStart(app, chosen);
}

}  // namespace collie::cli
