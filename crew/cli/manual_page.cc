#include "crew/cli/manual_page.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "crew/version/version.h"

namespace collie::cli {
namespace {

// A text in which nothing is a request of the formatter.
std::string Plain(absl::string_view text) {
  const std::string escaped = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"\n", " "}});
  const bool begins_request = absl::StartsWith(text, ".") || absl::StartsWith(text, "'");
  return begins_request ? absl::StrCat("\\&", escaped) : escaped;
}

std::string Usage(const Command& command) {
  std::string usage = absl::StrCat(".B ", Plain(command.Name()), "\n");
  if (!command.verbs.empty()) return absl::StrCat(usage, "<verb> [words and flags]\n");
  for (const CommandFlag& place : command.places) {
    const std::string word = Plain(place.value.empty() ? place.place : place.value);
    absl::StrAppend(&usage, place.required ? word : absl::StrCat("[", word, "]"), "\n");
  }
  return absl::StrCat(usage, "[flags]\n");
}

std::string Entry(const std::string& name, const CommandFlag& flag) {
  const bool takes_one = !flag.names.empty() && !flag.value.empty();
  const std::string value = takes_one ? absl::StrCat(" ", flag.value) : "";
  std::string entry = absl::StrCat(".TP\n.B ", Plain(name), Plain(value), "\n", Plain(flag.what));
  if (!flag.choices.empty()) {
    absl::StrAppend(&entry, " (", Plain(absl::StrJoin(flag.choices, ", ")), ")");
  }
  return absl::StrCat(entry, flag.required ? " (required)\n" : "\n");
}

std::string Entries(const Command& command) {
  std::string text;
  if (!command.places.empty()) text += ".SH WORDS\n";
  for (const CommandFlag& place : command.places) {
    text += Entry(place.value.empty() ? place.place : place.value, place);
  }
  text += ".SH FLAGS\n";
  for (const CommandFlag& flag : command.flags) {
    text += Entry(absl::StrJoin(flag.names, ", "), flag);
  }
  return text;
}

std::string Verbs(const Command& command) {
  if (command.verbs.empty()) return "";
  std::string text = ".SH VERBS\n";
  for (const Command& verb : command.verbs) {
    absl::StrAppend(&text, ".TP\n.B ", Plain(verb.path.back()), "\n", Plain(verb.what),
                    ": see\n.BR ", Plain(verb.Name("-")), " (1).\n");
  }
  return text;
}

constexpr absl::string_view kExitCodes = R"(.SH EXIT STATUS
.TP
.B 0
It is done.
.TP
.B 1
It failed or was refused.
.TP
.B 2
The command line is wrong.
.TP
.B 3
Its outcome is not known yet, or pending, or it may have been applied.
)";

}  // namespace

std::string ManualPage(const Command& command) {
  return absl::StrCat(".TH ", absl::AsciiStrToUpper(Plain(command.Name("-"))), " 1 \"\" \"collie ",
                      std::string(version::kVersion), "\" \"Collie\"\n.SH NAME\n",
                      Plain(command.Name("-")), " \\- ", Plain(command.what), "\n.SH SYNOPSIS\n",
                      Usage(command), Verbs(command), Entries(command), kExitCodes);
}

}  // namespace collie::cli
