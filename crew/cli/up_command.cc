#include "crew/cli/up_command.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/cli/local_crew.h"
#include "crew/cli/print_json.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/crew_list.h"
#include "crew/cli/view/quote.h"
#include "crew/config/address.h"
#include "crew/json/rows.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

// Where the relay listens by default.
constexpr char kHttp[] = "127.0.0.1:8787";
constexpr char kGrpc[] = ":8786";

struct UpFlags {
  CommonFlags common;
  std::string http;
  std::string grpc;
  std::string rejoin;
};

absl::StatusOr<std::vector<std::string>> RelayArguments(const UpFlags& flags) {
  std::vector<std::string> arguments;
  for (const auto& [name, value] : {std::pair("--http", flags.http), {"--grpc", flags.grpc}}) {
    if (value.empty()) continue;
    COLLIE_RETURN_IF_ERROR(config::ParseHostPort(value).status());
    arguments.insert(arguments.end(), {name, value});
  }
  return arguments;
}

std::string Or(const std::string& given, const char* usual) {
  return given.empty() ? usual : given;
}

void ReportJson(Program& program, const UpFlags& flags, const config::Paths& paths,
                const LocalCrew& crew) {
  const auto source = [](const v1::Source& one) { return json::SourceJson(one, std::nullopt); };
  PrintJson(program, {{"ready", true},
                      {"member", crew.member()},
                      {"http", Or(flags.http, kHttp)},
                      {"grpc", Or(flags.grpc, kGrpc)},
                      {"stateDir", paths.state_dir.string()},
                      {"configDir", paths.config_dir.string()},
                      {"sources", json::ListJson(crew.sources().sources(), source)}});
}

// What a command in another terminal needs to find this crew: that one may lack our variables.
std::string OtherTerminal(const Program& program, const UpFlags& flags,
                          const config::Paths& paths) {
  const bool usual =
      flags.common.paths.state_dir.empty() && !program.environment("COLLIE_STATE_DIR");
  return usual ? "" : absl::StrCat(" --state-dir ", ShellWord(paths.state_dir.string()));
}

void ReportForPeople(Program& program, const UpFlags& flags, const config::Paths& paths,
                     const LocalCrew& crew) {
  const std::string repeated = OtherTerminal(program, flags, paths);
  program.out << program.paint.Bold("Collie is up.") << " This host is " << crew.member() << ".\n";
  for (const v1::Source& source : crew.sources().sources()) {
    program.out << "  " << SourceLine(source, program.paint) << '\n';
  }
  if (crew.sources().sources().empty()) {
    program.out << "  no agent is attached: collie durable attach NAME --socket PATH ("
                << paths.sources_file().string() << ")\n";
  }
  program.out << "HTTP         http://" << Or(flags.http, kHttp) << "\n"
              << "watch        collie watch" << repeated << "\n"
              << "answer       collie answer" << repeated
              << " CONVERSATION --option ID   (shows the question and asks)\n"
              << "say          collie send" << repeated << " CONVERSATION --text TEXT\n"
              << "pair         collie devices pair --label phone --print-token" << repeated << "\n"
              << "Ctrl-C ends it.\n"
              << std::flush;
}

absl::Status Up(Program& program, const UpFlags& flags) {
  Signals signals;  // before any thread of gRPC's
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags.common, program));
  COLLIE_ASSIGN_OR_RETURN(const std::vector<std::string> arguments, RelayArguments(flags));
  LocalCrew crew(program, paths, signals);
  COLLIE_RETURN_IF_ERROR(crew.Start(arguments, {}, flags.rejoin));
  if (flags.common.json) {
    ReportJson(program, flags, paths, crew);
  } else {
    ReportForPeople(program, flags, paths, crew);
  }
  const absl::Status over = crew.WatchOver();
  PrintSentence(program,
                over.ok() ? "ending the edge, then the relay" : std::string(over.message()));
  return over;
}

int RunUp(Program& program, const UpFlags& flags) {
  const absl::Status status = Up(program, flags);
  if (status.ok() || absl::IsCancelled(status)) return kDone;
  return Fail(program, status);
}

}  // namespace

void AddUpVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<UpFlags>(
      app, "up", "Run a relay and an edge on this machine, until Ctrl-C", chosen, RunUp);
  verb->add_option("--http", flags->http, "Where the HTTP API listens (else 127.0.0.1:8787)")
      ->type_name("HOST:PORT");
  verb->add_option("--grpc", flags->grpc, "Where members and devices reach the relay (else :8786)")
      ->type_name("HOST:PORT");
  verb->add_option("--rejoin", flags->rejoin,
                   "The token of `collie crew unlock`: this host's edge gets a new key")
      ->type_name("TOKEN");
  AddPathFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace collie::cli
