#ifndef COLLIE_CREW_CLI_VERB_H_
#define COLLIE_CREW_CLI_VERB_H_

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "crew/cli/flags.h"

namespace collie::cli {

// Adds a verb whose action is `run`. Returns the verb and its flags, to be bound to its options;
// the flags live as long as the verb.
template <typename Flags>
std::pair<CLI::App*, Flags*> AddVerb(CLI::App& parent, const std::string& name,
                                     const std::string& what, Action& chosen,
                                     int (*run)(Program&, const Flags&)) {
  auto flags = std::make_shared<Flags>();
  CLI::App* verb = parent.add_subcommand(name, what);
  verb->callback([&chosen, flags, run] {
    chosen = [flags, run](Program& program) { return run(program, *flags); };
  });
  return {verb, flags.get()};
}

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VERB_H_
