#include "crew/cli/program.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>
#include <system_error>

#include "crew/text/clean.h"

namespace collie::cli {

Program ThisProgram() {
  const config::Environment environment = config::ProcessEnvironment();
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  std::error_code unreadable;
  return Program{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .in_is_terminal = isatty(STDIN_FILENO) == 1,
      .out_is_terminal = terminal,
      .paint = Paint(terminal && !environment("NO_COLOR")),
      .environment = environment,
      .clock = clock::SystemClock(),
      .random = ids::SystemRandom(),
      .programs = std::filesystem::read_symlink("/proc/self/exe", unreadable).parent_path()};
}

int TerminalHeight() {
  constexpr int kUsual = 24;
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return kUsual;
  return size.ws_row;
}

void PrintSentence(Program& program, const std::string& sentence) {
  program.err << text::TerminalSafe(sentence) << '\n' << std::flush;
}

int Fail(Program& program, const absl::Status& status) {
  PrintSentence(program, "collie: " + std::string(status.message()));
  return ExitCodeOf(status);
}

}  // namespace collie::cli
