#include "crew/config/env_file.h"

#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "crew/config/private_file.h"
#include "crew/status/status_macros.h"

namespace collie::config {
namespace {

constexpr size_t kMostBytes = 64 * 1024;

bool IsKey(absl::string_view key) {
  if (key.empty() || absl::ascii_isdigit(static_cast<unsigned char>(key.front()))) return false;
  for (char c : key) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

// What may stand after a closing quote: nothing but blanks and a comment.
bool IsTail(absl::string_view rest) {
  absl::string_view stripped = absl::StripAsciiWhitespace(rest);
  return stripped.empty() || (stripped.front() == '#' && stripped.size() < rest.size());
}

std::optional<std::string> Bare(absl::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' || text[i] == '\'') return std::nullopt;
    const bool comment =
        text[i] == '#' && (i == 0 || absl::ascii_isspace(static_cast<unsigned char>(text[i - 1])));
    if (comment) text = text.substr(0, i);
  }
  return std::string(absl::StripAsciiWhitespace(text));
}

std::optional<std::string> Literal(absl::string_view text) {
  const size_t end = text.find('\'', 1);
  if (end == absl::string_view::npos || !IsTail(text.substr(end + 1))) return std::nullopt;
  return std::string(text.substr(1, end - 1));
}

std::optional<char> Unescape(char c) {
  if (c == 'n') return '\n';
  if (c == 't') return '\t';
  if (c == '"' || c == '\\' || c == '$') return c;
  return std::nullopt;
}

std::optional<std::string> Quoted(absl::string_view text) {
  std::string value;
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return IsTail(text.substr(i + 1)) ? std::optional(value) : std::nullopt;
    if (text[i] != '\\') {
      value += text[i];
      continue;
    }
    std::optional<char> escaped = ++i < text.size() ? Unescape(text[i]) : std::nullopt;
    if (!escaped.has_value()) return std::nullopt;
    value += *escaped;
  }
  return std::nullopt;
}

std::optional<std::string> ReadValue(absl::string_view text) {
  if (text.find('\0') != absl::string_view::npos) return std::nullopt;
  absl::string_view stripped = absl::StripAsciiWhitespace(text);
  if (stripped.empty()) return std::string();
  if (stripped.front() == '\'') return Literal(stripped);
  if (stripped.front() == '"') return Quoted(stripped);
  return Bare(text);
}

absl::Status Refuse(int line, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(".env, line ", line, ": ", why, "."));
}

absl::Status ReadLine(int number, absl::string_view line, EnvFile& variables) {
  line = absl::StripAsciiWhitespace(line);
  if (line.empty() || line.front() == '#') return absl::OkStatus();
  const size_t equals = line.find('=');
  absl::string_view key = absl::StripTrailingAsciiWhitespace(line.substr(0, equals));
  if (absl::ConsumePrefix(&key, "export ")) key = absl::StripLeadingAsciiWhitespace(key);
  if (equals == absl::string_view::npos || !IsKey(key)) {
    return Refuse(number, "write KEY=VALUE, with letters, digits and _ in the key");
  }
  std::optional<std::string> value = ReadValue(line.substr(equals + 1));
  if (!value.has_value()) {
    return Refuse(number, absl::StrCat("the value of ", key.substr(0, 100),
                                       " has a quote or an escape that cannot be read"));
  }
  if (!variables.emplace(std::string(key), *std::move(value)).second) {
    return Refuse(number, absl::StrCat(key.substr(0, 100), " is set twice: keep one"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<EnvFile> ParseEnv(std::string_view text) {
  EnvFile variables;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    COLLIE_RETURN_IF_ERROR(ReadLine(++number, line, variables));
  }
  return variables;
}

absl::StatusOr<EnvFile> LoadEnv(const std::filesystem::path& file) {
  absl::StatusOr<std::string> text = ReadBoundedFile(file, kMostBytes);
  if (absl::IsNotFound(text.status())) return EnvFile();
  if (!text.ok()) return text.status();
  return ParseEnv(*text);
}

Environment FromEnvFile(EnvFile variables) {
  return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
    auto found = variables.find(name);
    if (found == variables.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
}

}  // namespace collie::config
