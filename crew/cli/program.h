#ifndef COLLIE_CREW_CLI_PROGRAM_H_
#define COLLIE_CREW_CLI_PROGRAM_H_

#include <filesystem>
#include <functional>
#include <istream>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "crew/cli/view/exit_code.h"
#include "crew/cli/view/paint.h"
#include "crew/cli/view/screen.h"
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
  bool err_is_terminal = false;
  // `out` is a terminal that can be drawn on: it is not dumb, and NO_COLOR is not set.
  bool out_is_screen = false;
  Paint paint{false};  // for `out`
  config::Environment environment;
  const clock::Clock& clock;
  ids::RandomSource& random;
  std::filesystem::path programs;  // the folder that holds collie-relay and collie-edge
  // Whether nobody reads `out` any more, as behind a pipe whose reader ended.
  std::function<bool()> reader_is_gone = [] { return false; };
};

// This process's own: its streams; colour and drawing only on a terminal that is not dumb, and
// without NO_COLOR.
Program ThisProgram();

// The terminal's size now; 80 by 24 where it does not say.
ScreenSize TerminalSize();

// One message for people, cleaned for the terminal.
void PrintSentence(Program& program, const std::string& sentence);

// Prints the error and returns its exit code.
int Fail(Program& program, const absl::Status& status);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_PROGRAM_H_
