#include "crew/cli/completion_scripts.h"

#include <gtest/gtest.h>

#include "tests/support/golden.h"

namespace collie::cli {
namespace {

// A verb with one below it, and each kind of flag.
Command SampleTree() {
  const CommandFlag help{{"-h", "--help"}, "", "", "Print this", {}, false};
  const CommandFlag state{{"--state-dir"}, "", "DIR", "Folder of state", {}, false};
  const CommandFlag ca{{"--ca"}, "", "FILE", "What signs it", {}, false};
  const CommandFlag role{{"--role"}, "", "ROLE", "What it's for", {"viewer", "admin"}, false};
  const CommandFlag shell{{}, "shell", "SHELL", "The shell", {"bash", "zsh"}, true};
  const Command pair{{"collie", "devices", "pair"}, "Pair one", {help, state, role}, {}, {}};
  const Command devices{{"collie", "devices"}, "The devices", {help}, {}, {pair}};
  const Command completion{{"collie", "completion"}, "For a shell", {help, ca}, {shell}, {}};
  return {{"collie"}, "Watch agents", {help}, {}, {devices, completion}};
}

TEST(CompletionScriptsTest, AreThoseOfTheGoldenFiles) {
  const Command root = SampleTree();
  tests::ExpectGolden("tests/crew/cli/completion.bash", BashCompletion(root));
  tests::ExpectGolden("tests/crew/cli/completion.zsh", ZshCompletion(root));
  tests::ExpectGolden("tests/crew/cli/completion.fish", FishCompletion(root));
}

}  // namespace
}  // namespace collie::cli
