#include "tests/bench/options.h"

#include <CLI/CLI.hpp>
#include <system_error>
#include <vector>

namespace collie::bench {
namespace {

constexpr char kCases[] = "abcdefg";

constexpr char kAbout[] =
    "collie-bench: what a change costs, measured on the real programs beside floors of the same "
    "build.\n"
    "  a  a change at an edge until a dashboard has it, against two bare gRPC hops\n"
    "  b  one change to many watchers, against raw writes\n"
    "  c  durable acts, against a bare chain of the same calls and commits\n"
    "  d  reads of history through the relay, against NATS\n"
    "  e  an edge with 100 idle agents: CPU and memory\n"
    "  f  a relay with a large crew: CPU, memory, and the time until all are back after SIGKILL\n"
    "  g  the cost of one change, by crew size and by history\n"
    "Exit code 0: all ratios are within their bounds; 1: one is not, or a case failed.";

std::filesystem::path OwnFolder() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
}

// In a minute, with what a slow build manages.
void Shorten(Options& options) {
  options.edges = 50;
  options.watchers = 50;
  options.seconds = 2;
  options.slack = 3;
}

std::string CheckCases(const std::string& text) {
  return text.size() == 1 && std::string(kCases).find(text) != std::string::npos
             ? ""
             : "'" + text + "' is no case: name some of a to g, with commas between them";
}

}  // namespace

std::optional<Options> Options::Parse(int argc, char** argv, int* exit_code) {
  Options options;
  options.programs = OwnFolder();
  CLI::App app(kAbout);
  std::vector<std::string> only;
  app.add_option("--only", only, "cases to run, such as a,c (else all)")
      ->delimiter(',')
      ->check(CLI::Validator(CheckCases, "CASES"));
  app.add_flag("--short", options.is_short,
               "a minute in all, with small crews; fails only on what is far off");
  CLI::Option* const edges = app.add_option("--edges", options.edges, "edges of the large crew")
                                 ->check(CLI::Range(1, 9000));
  CLI::Option* const watchers =
      app.add_option("--watchers", options.watchers, "watchers")->check(CLI::Range(1, 5000));
  CLI::Option* const seconds = app.add_option("--seconds", options.seconds, "of one measurement")
                                   ->check(CLI::Range(0.1, 600.0));
  CLI::Option* const slack =
      app.add_option("--slack", options.slack, "how many times past its bound a value still passes")
          ->check(CLI::Range(1.0, 1000.0));
  app.add_option("--bin", options.programs,
                 "folder of collie-relay and collie-edge (else this program's)");
  app.add_option("--json", options.json, "file to write the figures to");
  app.add_option("--report", options.report_dir, "folder to write README.md and the pictures to");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    *exit_code = app.exit(error) == 0 ? 0 : 2;
    return std::nullopt;
  }
  if (options.is_short) {
    const Options given = options;
    Shorten(options);
    if (edges->count() > 0) options.edges = given.edges;
    if (watchers->count() > 0) options.watchers = given.watchers;
    if (seconds->count() > 0) options.seconds = given.seconds;
    if (slack->count() > 0) options.slack = given.slack;
  }
  for (const std::string& letter : only) options.only.insert(letter.front());
  return options;
}

}  // namespace collie::bench
