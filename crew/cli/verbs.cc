#include "crew/cli/verbs.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "crew/cli/act_command.h"
#include "crew/cli/answer_command.h"
#include "crew/cli/crew_command.h"
#include "crew/cli/devices_command.h"
#include "crew/cli/durable_command.h"
#include "crew/cli/flags.h"
#include "crew/cli/give_up_command.h"
#include "crew/cli/history_command.h"
#include "crew/cli/receipts_command.h"
#include "crew/cli/trace_command.h"
#include "crew/cli/up_command.h"
#include "crew/cli/version_command.h"
#include "crew/cli/watch_command.h"
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
  AddVersionVerb(app, chosen);
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
  Action chosen;
  AddVerbs(app, chosen);
  try {
    std::reverse(arguments.begin(), arguments.end());  // as the library wants them
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return app.exit(error, program.out, program.err) == 0 ? kDone : kUsage;
  }
  return chosen(program);
}

}  // namespace collie::cli
