#include "crew/cli/completion_command.h"

#include <CLI/CLI.hpp>

#include "crew/cli/command_tree.h"
#include "crew/cli/completion_scripts.h"
#include "crew/cli/verb.h"

namespace collie::cli {
namespace {

struct CompletionFlags {
  CommonFlags common;
  std::string shell;
  const CLI::App* app = nullptr;
};

int RunCompletion(Program& program, const CompletionFlags& flags) {
  const Command root = CommandTree(*flags.app);
  program.out << (flags.shell == "bash"  ? BashCompletion(root)
                  : flags.shell == "zsh" ? ZshCompletion(root)
                                         : FishCompletion(root));
  return kDone;
}

}  // namespace

void AddCompletionVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] = AddVerb<CompletionFlags>(
      app, "completion", "Print what a shell reads to complete collie's commands", chosen,
      RunCompletion);
  flags->app = &app;
  verb->add_option("shell", flags->shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  AddPathFlags(*verb, flags->common);
}

}  // namespace collie::cli
