#include "crew/cli/program.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>
#include <system_error>

#include "crew/text/clean.h"

namespace collie::cli {

namespace {

bool IsSet(const config::Environment& environment, const char* name) {
  return !environment(name).value_or("").empty();
}

// Escapes are understood there, and wanted.
bool TakesEscapes(const config::Environment& environment) {
  return IsSet(environment, "TERM") && environment("TERM") != "dumb" &&
         !IsSet(environment, "NO_COLOR");
}

bool ReaderIsGone() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

Program ThisProgram() {
  const config::Environment environment = config::ProcessEnvironment();
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  const bool screen = terminal && TakesEscapes(environment);
  std::error_code unreadable;
  return Program{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .in_is_terminal = isatty(STDIN_FILENO) == 1,
      .out_is_terminal = terminal,
      .err_is_terminal = isatty(STDERR_FILENO) == 1,
      .out_is_screen = screen,
      .paint = Paint(screen),
      .environment = environment,
      .clock = clock::SystemClock(),
      .random = ids::SystemRandom(),
      .programs = std::filesystem::read_symlink("/proc/self/exe", unreadable).parent_path(),
      .reader_is_gone = ReaderIsGone};
}

ScreenSize TerminalSize() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
    return {};
  }
  return {size.ws_col, size.ws_row};
}

void PrintSentence(Program& program, const std::string& sentence) {
  program.err << text::TerminalSafe(sentence) << '\n' << std::flush;
}

int Fail(Program& program, const absl::Status& status) {
  PrintSentence(program, "collie: " + std::string(status.message()));
  return ExitCodeOf(status);
}

}  // namespace collie::cli
