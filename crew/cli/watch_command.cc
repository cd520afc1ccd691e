#include "crew/cli/watch_command.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/cli/connection.h"
#include "crew/cli/crew_reading.h"
#include "crew/cli/follower.h"
#include "crew/cli/inbox.h"
#include "crew/cli/signals.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/target.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

struct WatchFlags {
  CommonFlags common;
  std::string target;
  bool passive = false;
  bool once = false;
};

// What the names mean, by a read of the crew as it is.
absl::StatusOr<ids::ConversationKey> FindTarget(Program& program, const WatchFlags& flags,
                                                const Endpoint& endpoint) {
  if (flags.target.empty()) return ids::ConversationKey();
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  v1::WatchRequest request;
  request.set_passive(true);
  COLLIE_ASSIGN_OR_RETURN(const CrewState state, ReadCrew(*v1::Dashboard::NewStub(channel),
                                                          endpoint, request, program.clock));
  COLLIE_ASSIGN_OR_RETURN(const ids::ConversationKey key, FindView(flags.target, state.crew()));
  if (NameOf(key) != flags.target) {
    COLLIE_RETURN_IF_ERROR(
        CheckMeaning(program, flags.common, endpoint, flags.target, {NameOf(key)}, Use::kRead));
  }
  return key;
}

CrewStream CrewStreamOf(const ids::ConversationKey& key, bool passive) {
  CrewStream stream;
  stream.request.set_member(key.member);
  stream.request.set_source(key.source);
  stream.request.set_pane(key.pane);
  stream.request.set_passive(passive);
  return stream;
}

std::unique_ptr<WatchPrinter> MakePrinter(Program& program, const WatchFlags& flags,
                                          const ids::ConversationKey& key) {
  const bool follows = !key.pane.empty();
  WatchStyle style{program.out, program.err, follows ? key.ToString() : "", Repeated(flags.common),
                   program.paint};
  if (flags.common.json) return JsonWatchPrinter(std::move(style));
  if (follows || flags.once || !program.out_is_screen) {
    return LineWatchPrinter(std::move(style));
  }
  return ScreenWatchPrinter(std::move(style), TerminalSize);
}

// Shows the news of one watch until it ends.
class WatchRun {
 public:
  WatchRun(Program& program, WatchPrinter& printer, bool once, bool follows)
      : program_(program), printer_(printer), once_(once), follows_(follows) {}

  // The exit code, once the watch is over.
  std::optional<int> ShowNews(const News& news) {
    return std::visit([this](const auto& one) { return ShowNews(one); }, news);
  }
  std::optional<int> Tick() {
    printer_.Tick(state_, program_.clock.Now());
    return Finished();
  }

 private:
  std::optional<int> ShowNews(const v1::WatchEvent& event) {
    const clock::Steady now = program_.clock.Now();
    state_.Apply(event, now);
    const bool begins = state_.in_sync() && !in_sync_at_.has_value();
    if (begins) in_sync_at_ = now;
    printer_.Show(event, state_, now);
    if (begins) ShowHeld();
    return Finished();
  }

  // What cannot be reached stands above the conversation, so that comes after the crew.
  std::optional<int> ShowNews(const v1::ConversationEvent& event) {
    has_items_ = has_items_ || !event.items().empty() || !event.asks().empty();
    if (in_sync_at_.has_value()) {
      printer_.Show(event);
    } else {
      held_.push_back(event);
    }
    return Finished();
  }

  void ShowHeld() {
    for (const v1::ConversationEvent& event : std::exchange(held_, {})) printer_.Show(event);
  }

  std::optional<int> ShowNews(const LinkLost& lost) {
    state_.Broken();
    printer_.Lost(lost.why);
    return std::nullopt;
  }

  std::optional<int> ShowNews(const LinkBack&) {
    printer_.Back();
    return std::nullopt;
  }

  std::optional<int> ShowNews(const StreamEnded& ended) { return Fail(program_, ended.why); }

  // With --once: the state was shown. A conversation that was never read begins empty and gets a
  // moment for its first read.
  std::optional<int> Finished() const {
    constexpr absl::Duration kFirstRead = absl::Seconds(3);
    if (!once_ || !in_sync_at_.has_value()) return std::nullopt;
    const bool waits = follows_ && !has_items_;
    if (waits && program_.clock.Now() - *in_sync_at_ < kFirstRead) return std::nullopt;
    return kDone;
  }

  Program& program_;
  WatchPrinter& printer_;
  const bool once_;
  const bool follows_;
  CrewState state_;
  std::optional<clock::Steady> in_sync_at_;  // since when a conversation is waited for
  bool has_items_ = false;
  std::vector<v1::ConversationEvent> held_;  // until the crew is known
};

int Follow(Program& program, const WatchFlags& flags, const Endpoint& endpoint,
           const ids::ConversationKey& key, Signals& signals) {
  constexpr absl::Duration kTick = absl::Milliseconds(200);
  const bool follows = !key.pane.empty();
  const auto printer = MakePrinter(program, flags, key);
  WatchRun run(program, *printer, flags.once, follows);
  Inbox inbox;
  const Follower<CrewStream> crew(CrewStreamOf(key, flags.passive), endpoint, inbox,
                                  program.random);
  std::optional<Follower<ConversationStream>> conversation;
  if (follows) {
    ConversationStream stream;
    *stream.request.mutable_conversation() = key.ToProto();
    conversation.emplace(std::move(stream), endpoint, inbox, program.random);
  }
  while (!Signals::AsksToEnd(signals.Wait(absl::ZeroDuration())) && program.out &&
         !program.reader_is_gone()) {
    const std::optional<News> news = inbox.TakeNews(kTick);
    const std::optional<int> end = news.has_value() ? run.ShowNews(*news) : run.Tick();
    if (end.has_value()) return *end;
  }
  return kDone;
}

int RunWatch(Program& program, const WatchFlags& flags) {
  Signals signals;
  const auto endpoint = RelayEndpoint(flags.common, program);
  if (!endpoint.ok()) return Fail(program, endpoint.status());
  const auto key = FindTarget(program, flags, *endpoint);
  if (!key.ok()) return Fail(program, key.status());
  return Follow(program, flags, *endpoint, *key, signals);
}

}  // namespace

void AddWatchVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<WatchFlags>(
      app, "watch", "Show the crew, or follow one conversation, as it changes", chosen, RunWatch);
  verb->add_option("part", flags->target, "member, member/source or member/source/pane")
      ->type_name("M[/S[/P]]");
  verb->add_flag("--passive", flags->passive,
                 "Watch without making agents be polled more often, for wall displays");
  verb->add_flag("--once", flags->once, "Show what is there now, and end");
  AddPathFlags(*verb, flags->common);
  AddRelayFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
