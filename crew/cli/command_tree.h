#ifndef COLLIE_CREW_CLI_COMMAND_TREE_H_
#define COLLIE_CREW_CLI_COMMAND_TREE_H_

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace collie::cli {

// A flag or a word of a command, as --help has it.
struct CommandFlag {
  std::vector<std::string> names;  // `--json`; empty for a word that has its place
  std::string place;               // the name of such a word
  std::string value;               // what it takes, such as `DIR`; empty: nothing
  std::string what;
  std::vector<std::string> choices;  // all that it takes, where it is a choice
  bool required = false;
};

// A verb with the verbs below it.
struct Command {
  std::vector<std::string> path;  // `collie`, `crew`, `unlock`
  std::string what;
  std::vector<CommandFlag> flags;   // begin with a dash
  std::vector<CommandFlag> places;  // in order
  std::vector<Command> verbs;

  // The path in one line.
  std::string Name(const std::string& between = " ") const;
};

// The tree that --help, completion and the manual pages are made from.
Command CommandTree(const CLI::App& app);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_COMMAND_TREE_H_
