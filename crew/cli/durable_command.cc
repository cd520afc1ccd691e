#include "crew/cli/durable_command.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/cli/connection.h"
#include "crew/cli/edge_control.h"
#include "crew/cli/print_json.h"
#include "crew/cli/signals.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/crew_list.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/view/source_address.h"
#include "crew/config/sources_file.h"
#include "crew/json/rows.h"
#include "crew/status/status_macros.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using Sources = std::vector<config::SourceEntry>;

constexpr absl::Duration kEdgeAnswers = absl::Seconds(3);

struct AttachFlags {
  CommonFlags common;
  std::string name;
  std::string socket;
  std::string url;
  std::string token_variable;
  std::string ca;
  bool restart = false;
};

struct DetachFlags {
  CommonFlags common;
  std::string name;
  bool restart = false;
};

Sources::iterator Find(Sources& sources, const std::string& name) {
  return std::find_if(sources.begin(), sources.end(),
                      [&](const config::SourceEntry& entry) { return entry.name == name; });
}

// The file as it stands. One that cannot be read is never overwritten: its other entries would be
// lost.
absl::StatusOr<Sources> Load(Program& program, const config::Paths& paths) {
  bool tightened = false;
  absl::StatusOr<Sources> sources = config::LoadSources(paths.sources_file(), &tightened);
  if (tightened) {
    PrintSentence(program,
                  absl::StrCat(paths.sources_file().string(), " was open to others: now 0600"));
  }
  if (sources.ok()) return sources;
  return absl::FailedPreconditionError(
      absl::StrCat(paths.sources_file().string(), ": ", sources.status().message()));
}

absl::StatusOr<config::SourceEntry> UrlEntry(const AttachFlags& flags, const Program& program) {
  COLLIE_RETURN_IF_ERROR(CheckUrl(flags.url));
  if (flags.token_variable.empty()) {
    return absl::InvalidArgumentError(
        "a --url needs --token-env VAR: the variable that holds its token");
  }
  const auto token = program.environment(flags.token_variable);
  if (!token.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat("the variable ", Quoted(flags.token_variable),
                                                   " is not set: export it first"));
  }
  config::SourceEntry entry{flags.name, "", flags.url, *token, ""};
  if (flags.ca.empty()) return entry;
  std::error_code error;
  if (!std::filesystem::is_regular_file(flags.ca, error)) {
    return absl::InvalidArgumentError(absl::StrCat("--ca ", Quoted(flags.ca), " is not a file"));
  }
  entry.ca = std::filesystem::absolute(flags.ca, error).string();
  return entry;
}

absl::StatusOr<config::SourceEntry> MakeEntry(const AttachFlags& flags, const Program& program) {
  if (flags.socket.empty() == flags.url.empty()) {
    return absl::InvalidArgumentError(
        "say where the agent listens: --socket PATH, or --url URL --token-env VAR");
  }
  if (!flags.url.empty()) return UrlEntry(flags, program);
  if (!flags.token_variable.empty() || !flags.ca.empty()) {
    return absl::InvalidArgumentError("--token-env and --ca belong to a --url");
  }
  COLLIE_RETURN_IF_ERROR(CheckSocketPath(flags.socket));
  return config::SourceEntry{flags.name, flags.socket, "", "", ""};
}

// Whether the edge has loaded the file: a running one does so by itself, and is polled until it
// has.
absl::Status AwaitTaken(Program& program, const config::Paths& paths,
                        const std::function<bool(const v1::ListSourcesReply&)>& taken) {
  constexpr absl::Duration kMost = absl::Seconds(15);
  constexpr absl::Duration kBetween = absl::Milliseconds(200);
  Signals signals;
  const Endpoint edge = EdgeEndpoint(paths);
  PrintSentence(program, "waiting for the edge to load it");
  const clock::Steady until = program.clock.Now() + kMost;
  while (program.clock.Now() < until) {
    COLLIE_ASSIGN_OR_RETURN(const v1::ListSourcesReply reply, ListSources(edge, kEdgeAnswers));
    if (taken(reply)) return absl::OkStatus();
    if (Signals::AsksToEnd(signals.Wait(kBetween))) return absl::CancelledError("interrupted");
  }
  return absl::DeadlineExceededError(
      "the edge did not load it; `collie durable list` and the edge's log say why");
}

bool Lists(const v1::ListSourcesReply& reply, const std::string& name) {
  return std::any_of(reply.sources().begin(), reply.sources().end(),
                     [&](const v1::Source& source) { return source.name() == name; });
}

absl::Status Attach(Program& program, const AttachFlags& flags) {
  COLLIE_ASSIGN_OR_RETURN(config::SourceEntry entry, MakeEntry(flags, program));
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(Sources sources, Load(program, paths));
  const auto old = Find(sources, flags.name);
  const bool update = old != sources.end();
  if (update) {
    *old = std::move(entry);
  } else {
    sources.push_back(std::move(entry));
  }
  COLLIE_RETURN_IF_ERROR(config::SaveSources(paths.sources_file(), sources));
  PrintSentence(program,
                absl::StrCat(update ? "updated " : "attached ", flags.name, " in ",
                             paths.sources_file().string(), "; a running edge loads it by itself"));
  if (!flags.restart) return absl::OkStatus();
  return AwaitTaken(program, paths,
                    [&](const v1::ListSourcesReply& reply) { return Lists(reply, flags.name); });
}

absl::Status Detach(Program& program, const DetachFlags& flags) {
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(Sources sources, Load(program, paths));
  const auto entry = Find(sources, flags.name);
  if (entry == sources.end()) {
    return absl::NotFoundError(
        absl::StrCat(paths.sources_file().string(), " has no entry ", Quoted(flags.name)));
  }
  sources.erase(entry);
  COLLIE_RETURN_IF_ERROR(config::SaveSources(paths.sources_file(), sources));
  PrintSentence(program,
                absl::StrCat("detached ", flags.name, " in ", paths.sources_file().string(),
                             "; a running edge drops it by itself"));
  if (!flags.restart) return absl::OkStatus();
  return AwaitTaken(program, paths,
                    [&](const v1::ListSourcesReply& reply) { return !Lists(reply, flags.name); });
}

int RunAttach(Program& program, const AttachFlags& flags) {
  const absl::Status done = Attach(program, flags);
  return done.ok() ? kDone : Fail(program, done);
}

int RunDetach(Program& program, const DetachFlags& flags) {
  const absl::Status done = Detach(program, flags);
  return done.ok() ? kDone : Fail(program, done);
}

// An entry of the file and, where the edge knows it, its state there.
Json RowJson(const config::SourceEntry& entry, const v1::Source* source) {
  Json row =
      source != nullptr ? json::SourceJson(*source, std::nullopt) : Json{{"name", entry.name}};
  row["loaded"] = source != nullptr;
  row[entry.remote() ? "url" : "socket"] = entry.address();
  if (entry.remote()) row["tokenSet"] = true;
  return row;
}

std::string RowForPeople(const config::SourceEntry& entry, const v1::Source* source,
                         const Paint& paint) {
  const std::string address =
      absl::StrCat(text::TerminalSafe(entry.address()), entry.remote() ? " (token set)" : "");
  if (source == nullptr) return absl::StrCat(entry.name, "  not loaded  ", address);
  return absl::StrCat(SourceLine(*source, paint), "  ", address);
}

const v1::Source* FindSource(const v1::ListSourcesReply& reply, const std::string& name) {
  for (const v1::Source& source : reply.sources()) {
    if (source.name() == name) return &source;
  }
  return nullptr;
}

int RunList(Program& program, const CommonFlags& flags) {
  const auto paths = PathsOf(flags, program);
  if (!paths.ok()) return Fail(program, paths.status());
  const auto sources = Load(program, *paths);
  if (!sources.ok()) return Fail(program, sources.status());
  const auto reply = ListSources(EdgeEndpoint(*paths), kEdgeAnswers);
  if (!reply.ok()) PrintSentence(program, std::string(reply.status().message()));
  const v1::ListSourcesReply known = reply.ok() ? *reply : v1::ListSourcesReply();
  Json rows = Json::array();
  for (const config::SourceEntry& entry : *sources) {
    const v1::Source* source = FindSource(known, entry.name);
    if (flags.json) {
      rows.push_back(RowJson(entry, source));
    } else {
      program.out << RowForPeople(entry, source, program.paint) << '\n';
    }
  }
  if (flags.json) {
    PrintJson(program, {{"edge", reply.ok()}, {"linkUp", known.link_up()}, {"sources", rows}});
  } else if (sources->empty()) {
    PrintSentence(program,
                  absl::StrCat("no agent is attached in ", paths->sources_file().string()));
  }
  return kDone;
}

void AddAttach(CLI::App& durable, Action& chosen) {
  auto [verb, flags] = AddVerb<AttachFlags>(
      durable, "attach", "Attach an agent, or change its entry", chosen, RunAttach);
  verb->add_option("name", flags->name, "Its name here: a-z, 0-9 and -")
      ->required()
      ->type_name("NAME");
  verb->add_option("--socket", flags->socket, "The private socket it listens on")
      ->type_name("PATH");
  verb->add_option("--url", flags->url, "The URL it is served at")->type_name("URL");
  verb->add_option("--token-env", flags->token_variable, "The variable that holds the URL's token")
      ->type_name("VAR");
  verb->add_option("--ca", flags->ca, "What signs the URL's certificate (else this machine's)")
      ->type_name("FILE");
  verb->add_flag("--restart", flags->restart, "Wait until the edge has loaded it");
  AddPathFlags(*verb, flags->common);
}

void AddDetach(CLI::App& durable, Action& chosen) {
  auto [verb, flags] =
      AddVerb<DetachFlags>(durable, "detach", "Detach an agent", chosen, RunDetach);
  verb->add_option("name", flags->name, "Its name here")->required()->type_name("NAME");
  verb->add_flag("--restart", flags->restart, "Wait until the edge has dropped it");
  AddPathFlags(*verb, flags->common);
}

}  // namespace

void AddDurableVerb(CLI::App& app, Action& chosen) {
  CLI::App* durable = app.add_subcommand("durable", "The agents of this machine");
  durable->require_subcommand(1);
  AddAttach(*durable, chosen);
  AddDetach(*durable, chosen);
  auto [list, flags] = AddVerb<CommonFlags>(
      *durable, "list", "List them and how the edge sees them", chosen, RunList);
  AddPathFlags(*list, *flags);
  AddJsonFlag(*list, *flags);
}

}  // namespace collie::cli
