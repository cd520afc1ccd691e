#ifndef COLLIE_TESTS_CREW_CLI_COMMAND_LINE_H_
#define COLLIE_TESTS_CREW_CLI_COMMAND_LINE_H_

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "crew/cli/verbs.h"
#include "tests/support/temporary_folder.h"

namespace collie::tests {

// Runs command lines in this process, against folders of the test's own.
class CommandLine {
 public:
  // Adds the folders' flags. Returns the exit code.
  int Run(std::vector<std::string> words) {
    words.insert(words.end(), {"--state-dir", state().string(), "--config-dir", config().string()});
    return RunBare(std::move(words));
  }
  // As it is.
  int RunBare(std::vector<std::string> words) {
    out.str("");
    err.str("");
    return RunOn(std::move(words));
  }
  // What a wrong line, as it is, says.
  std::string Bare(std::vector<std::string> words) {
    EXPECT_EQ(RunBare(std::move(words)), 2);
    return err.str();
  }
  // As it is, behind what was printed before.
  int RunOn(std::vector<std::string> words) {
    cli::Program program{.in = in,
                         .out = out,
                         .err = err,
                         .in_is_terminal = has_terminal,
                         .err_is_terminal = has_terminal,
                         .environment = [this](std::string_view name) { return Variable(name); },
                         .clock = clock::SystemClock(),
                         .random = ids::SystemRandom(),
                         .programs = programs};
    return cli::Run(program, std::move(words));
  }

  std::filesystem::path state() const { return folder_.path() / "s"; }
  std::filesystem::path config() const { return folder_.path() / "c"; }
  std::filesystem::path relay_socket() const { return state() / "relay" / "admin.sock"; }
  std::filesystem::path edge_socket() const { return state() / "edge" / "control.sock"; }

  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  std::map<std::string, std::string, std::less<>> variables;
  std::filesystem::path programs;
  bool has_terminal = false;  // a person reads `err` and writes `in`

 private:
  std::optional<std::string> Variable(std::string_view name) const {
    const auto row = variables.find(name);
    if (row == variables.end()) return std::nullopt;
    return row->second;
  }

  TemporaryFolder folder_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_CLI_COMMAND_LINE_H_
