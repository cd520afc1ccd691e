#include "crew/cli/confirm.h"

#include "absl/strings/ascii.h"
#include "crew/text/clean.h"

namespace collie::cli {

bool CanConfirm(const Program& program) {
  return program.in_is_terminal && program.err_is_terminal;
}

bool Confirm(Program& program, const std::string& question) {
  program.err << text::TerminalSafe(question) << " [y/N] " << std::flush;
  std::string line;
  std::getline(program.in, line);
  const std::string said = absl::AsciiStrToLower(absl::StripAsciiWhitespace(line));
  return said == "y" || said == "yes";
}

}  // namespace collie::cli
