#ifndef COLLIE_CREW_CLI_PROGRAM_H_
#define COLLIE_CREW_CLI_PROGRAM_H_

#include <filesystem>
#include <istream>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "crew/cli/view/exit_code.h"
#include "crew/cli/view/paint.h"
#include "crew/clock/clock.h"
#include "crew/config/environment.h"
#include "crew/ids/random.h"

namespace collie::cli {

// What every command is given: where it reads and writes, and what it knows of the world.
struct Program {
  std::istream& in;
  std::ostream& out;  // data
  std::ostream& err;  // messages for people
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  Paint paint{false};  // for `out`
  config::Environment environment;
  const clock::Clock& clock;
  ids::RandomSource& random;
  std::filesystem::path programs;  // the folder that holds collie-relay and collie-edge
};

// This process's own: its streams, colour only on a terminal and without NO_COLOR.
Program ThisProgram();

// The terminal's height in lines now; 24 where it does not say.
int TerminalHeight();

// One message for people, cleaned for the terminal.
void PrintSentence(Program& program, const std::string& sentence);

// Prints the error and returns its exit code.
int Fail(Program& program, const absl::Status& status);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_PROGRAM_H_
