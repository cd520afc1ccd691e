#ifndef COLLIE_CREW_CLI_TEXT_INPUT_H_
#define COLLIE_CREW_CLI_TEXT_INPUT_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crew/cli/program.h"

namespace CLI {
class App;
}  // namespace CLI

namespace collie::cli {

// What to say: --text TEXT, or `-` for all of standard input without its last line end.
struct TextFlags {
  std::optional<std::string> text;
  std::string dash;
};

// Adds --text and the `-`.
void AddTextFlags(CLI::App& verb, TextFlags& flags);

// The text. Errors: INVALID_ARGUMENT (none, both, not UTF-8, or over 64 KiB, which the wire
// refuses).
absl::StatusOr<std::string> ReadText(const TextFlags& flags, Program& program);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_TEXT_INPUT_H_
