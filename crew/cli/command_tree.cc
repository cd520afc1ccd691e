#include "crew/cli/command_tree.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace collie::cli {
namespace {

// The library writes what an option takes as `ROLE:{viewer,operator}`.
void ReadValue(const CLI::Option& option, CommandFlag& flag) {
  const bool takes_nothing = option.get_items_expected_max() == 0;
  if (takes_nothing) return;
  const std::string type = option.get_type_name();
  const size_t open = type.find('{');
  flag.value = type.substr(0, std::min(open == 0 ? open : open - 1, type.find(':')));
  if (open == std::string::npos) return;
  const std::string inside = type.substr(open + 1, type.find('}') - open - 1);
  flag.choices = absl::StrSplit(inside, ',');
}

CommandFlag FlagOf(const CLI::Option& option) {
  CommandFlag flag;
  for (const std::string& name : option.get_snames()) flag.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flag.names.push_back("--" + name);
  if (flag.names.empty()) flag.place = option.get_name(true);
  flag.what = option.get_description();
  flag.required = option.get_required();
  ReadValue(option, flag);
  return flag;
}

Command CommandOf(const CLI::App& app, std::vector<std::string> above) {
  Command command;
  command.path = std::move(above);
  command.path.push_back(app.get_name());
  command.what = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    CommandFlag flag = FlagOf(*option);
    (flag.names.empty() ? command.places : command.flags).push_back(std::move(flag));
  }
  for (const CLI::App* verb : app.get_subcommands({})) {
    command.verbs.push_back(CommandOf(*verb, command.path));
  }
  return command;
}

}  // namespace

std::string Command::Name(const std::string& between) const { return absl::StrJoin(path, between); }

Command CommandTree(const CLI::App& app) { return CommandOf(app, {}); }

}  // namespace collie::cli
