#include "crew/cli/manual_command.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "crew/cli/command_tree.h"
#include "crew/cli/manual_page.h"
#include "crew/cli/verb.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

struct ManualFlags {
  CommonFlags common;
  std::vector<std::string> verbs;
  std::string folder;
  const CLI::App* app = nullptr;
};

absl::StatusOr<Command> FindCommand(const Command& root, const std::vector<std::string>& verbs) {
  const Command* command = &root;
  for (const std::string& name : verbs) {
    const auto verb = std::find_if(command->verbs.begin(), command->verbs.end(),
                                   [&](const Command& one) { return one.path.back() == name; });
    if (verb == command->verbs.end()) {
      return absl::InvalidArgumentError(absl::StrCat(command->Name(), " has no verb ", name,
                                                     ": see ", command->Name(), " --help"));
    }
    command = &*verb;
  }
  return *command;
}

// One file for the command and for each below it: collie-crew-unlock.1.
absl::Status WritePages(const Command& command, const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / absl::StrCat(command.Name("-"), ".1");
  std::ofstream page(file);
  page << ManualPage(command);
  page.close();
  if (!page) return absl::UnavailableError(absl::StrCat(file.string(), " cannot be written"));
  for (const Command& verb : command.verbs) COLLIE_RETURN_IF_ERROR(WritePages(verb, folder));
  return absl::OkStatus();
}

int RunManual(Program& program, const ManualFlags& flags) {
  const auto command = FindCommand(CommandTree(*flags.app), flags.verbs);
  if (!command.ok()) return Fail(program, command.status());
  if (flags.folder.empty()) {
    program.out << ManualPage(*command);
    return kDone;
  }
  const absl::Status written = WritePages(*command, flags.folder);
  return written.ok() ? kDone : Fail(program, written);
}

}  // namespace

void AddManualVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] =
      AddVerb<ManualFlags>(app, "man", "Print a manual page, for man -l -", chosen, RunManual);
  flags->app = &app;
  verb->add_option("verb", flags->verbs, "Of this verb (else of collie)")->type_name("VERB");
  verb->add_option("--into", flags->folder, "Write it and those of the verbs below into DIR")
      ->type_name("DIR");
  AddPathFlags(*verb, flags->common);
}

}  // namespace collie::cli
