#include "crew/cli/verbs.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crew/cli/act_command.h"
#include "crew/cli/answer_command.h"
#include "crew/cli/completion_command.h"
#include "crew/cli/crew_command.h"
#include "crew/cli/devices_command.h"
#include "crew/cli/doctor_command.h"
#include "crew/cli/durable_command.h"
#include "crew/cli/flags.h"
#include "crew/cli/give_up_command.h"
#include "crew/cli/history_command.h"
#include "crew/cli/manual_command.h"
#include "crew/cli/receipts_command.h"
#include "crew/cli/trace_command.h"
#include "crew/cli/up_command.h"
#include "crew/cli/version_command.h"
#include "crew/cli/view/nearest.h"
#include "crew/cli/view/quote.h"
#include "crew/cli/watch_command.h"
#include "crew/text/clean.h"
#include "crew/version/version.h"
#include "simdjson.h"

namespace collie::cli {
namespace {

void AddVerbs(CLI::App& app, Action& chosen) {
  AddUpVerb(app, chosen);
  AddWatchVerb(app, chosen);
  AddAnswerVerb(app, chosen);
  AddActVerbs(app, chosen);
  AddHistoryVerb(app, chosen);
  AddReceiptsVerb(app, chosen);
  AddTraceVerb(app, chosen);
  AddGiveUpVerb(app, chosen);
  AddCrewVerb(app, chosen);
  AddDevicesVerb(app, chosen);
  AddDurableVerb(app, chosen);
  AddDoctorVerb(app, chosen);
  AddCompletionVerb(app, chosen);
  AddManualVerb(app, chosen);
  AddVersionVerb(app, chosen);
}

// The verb that the words name, as far as they name one.
const CLI::App& NamedVerb(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* verb = &app;
  for (const std::string& word : words) {
    const auto below =
        verb->get_subcommands([&](const CLI::App* one) { return one->get_name() == word; });
    if (below.empty()) break;
    verb = below[0];
  }
  return *verb;
}

std::string PathOf(const CLI::App& verb) {
  const CLI::App* above = verb.get_parent();
  return above == nullptr ? verb.get_name() : absl::StrCat(PathOf(*above), " ", verb.get_name());
}

std::vector<std::string> VerbsBelow(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> FlagsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string Meant(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = Nearest(word, known);
  return nearest.empty() ? "" : absl::StrCat("; do you mean ", nearest, "?");
}

// What is wrong with a line that the library cannot read, and the way on.
std::string UsageSentence(const CLI::App& app, const std::vector<std::string>& words,
                          const CLI::ParseError& error) {
  const CLI::App& verb = NamedVerb(app, words);
  const std::string path = PathOf(verb);
  const auto depth = static_cast<size_t>(std::count(path.begin(), path.end(), ' '));
  const std::string way_on = absl::StrCat("\nsee: ", path, " --help");
  const std::string next = depth < words.size() ? words[depth] : "";
  const std::string whose = depth == 0 ? "there is" : absl::StrCat(verb.get_name(), " has");
  if (!VerbsBelow(verb).empty() && !next.empty() && !absl::StartsWith(next, "-")) {
    return absl::StrCat(whose, " no verb ", Quoted(next), Meant(next, VerbsBelow(verb)), way_on);
  }
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    const auto flags = FlagsOf(verb);
    const bool is_flag = absl::StartsWith(name, "--") && name.size() > 2;
    if (is_flag && std::find(flags.begin(), flags.end(), name) == flags.end()) {
      return absl::StrCat(whose, " no flag ", Quoted(name), Meant(name, flags), way_on);
    }
  }
  return absl::StrCat(text::TerminalSafe(error.what()), way_on);
}

int FailUsage(Program& program, const std::string& sentence) {
  program.err << "collie: " << sentence << '\n' << std::flush;
  return kUsage;
}

// What was printed has arrived, or the command has failed.
int Finish(Program& program, int code) {
  program.out.flush();
  if (program.out || program.reader_is_gone()) return code;
  PrintSentence(program, "collie: the output cannot be written: see whether its disk is full");
  return code == kDone ? kFailed : code;
}

int Parse(Program& program, CLI::App& app, std::vector<std::string> arguments) {
  const std::vector<std::string> words = arguments;
  try {
    std::reverse(arguments.begin(), arguments.end());  // as the library wants them
    app.parse(std::move(arguments));
  } catch (const CLI::Success& help) {
    return app.exit(help, program.out, program.err);
  } catch (const CLI::ParseError& error) {
    if (words.empty()) {
      program.err << app.help();
      return kUsage;
    }
    return FailUsage(program, UsageSentence(app, words, error));
  }
  return kDone;
}

}  // namespace

int Run(Program& program, std::vector<std::string> arguments) {
  const bool text = std::all_of(arguments.begin(), arguments.end(), [](const std::string& word) {
    return simdjson::validate_utf8(word);
  });
  if (!text) return Fail(program, absl::InvalidArgumentError("a word of the command is not UTF-8"));
  CLI::App app("Watch coding agents on all your machines, answer them, and send them text.",
               "collie");
  app.require_subcommand(1);
  app.set_version_flag("--version", "collie " + std::string(version::kVersion),
                       "Say which Collie this is");
  Action chosen;
  AddVerbs(app, chosen);
  const int parsed = Parse(program, app, std::move(arguments));
  return Finish(program, chosen && parsed == kDone ? chosen(program) : parsed);
}

}  // namespace collie::cli
