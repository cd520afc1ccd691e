#include "crew/cli/text_input.h"

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "crew/text/limits.h"
#include "simdjson.h"

namespace collie::cli {
namespace {

absl::Status TooLarge() {
  return absl::InvalidArgumentError("the text is over 64 KiB: shorten it");
}

absl::StatusOr<std::string> ReadInput(Program& program) {
  if (program.in_is_terminal) program.err << "reading the text; end it with Ctrl-D\n";
  std::string text;
  char part[4096];
  while (program.in.read(part, sizeof part) || program.in.gcount() > 0) {
    text.append(part, static_cast<size_t>(program.in.gcount()));
    if (text.size() > text::kActBodyBytes) return TooLarge();
  }
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

void AddTextFlags(CLI::App& verb, TextFlags& flags) {
  verb.add_option("--text", flags.text, "What to say")->type_name("TEXT");
  verb.add_option("input", flags.dash, "`-`: read what to say from standard input")
      ->check(CLI::IsMember({"-"}))
      ->type_name("-");
}

absl::StatusOr<std::string> ReadText(const TextFlags& flags, Program& program) {
  const bool dash = !flags.dash.empty() || flags.text == "-";
  if (flags.text.has_value() && !flags.dash.empty()) {
    return absl::InvalidArgumentError("say it with --text or read it with -, not both");
  }
  if (!dash && !flags.text.has_value()) {
    return absl::InvalidArgumentError("say what: --text TEXT, or - to read it from standard input");
  }
  absl::StatusOr<std::string> text = dash ? ReadInput(program) : *flags.text;
  if (!text.ok()) return text;
  if (text->size() > text::kActBodyBytes) return TooLarge();
  if (text->empty()) return absl::InvalidArgumentError("the text is empty");
  if (!simdjson::validate_utf8(*text)) {
    return absl::InvalidArgumentError("the text is not UTF-8");
  }
  return text;
}

}  // namespace collie::cli
