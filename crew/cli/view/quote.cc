#include "crew/cli/view/quote.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crew/text/clean.h"

namespace collie::cli {

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", text::TerminalSafe(text, 200), "\"");
}

std::string ShellWord(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || std::string_view("._:-/").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(text);
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

}  // namespace collie::cli
