#include "relay/api/http/target.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "crew/status/status_macros.h"
#include "relay/api/http/strict_json.h"

namespace collie::relay {
namespace {

absl::Status BadTarget() {
  return absl::InvalidArgumentError(
      "The address cannot be read: see its slashes, percent signs and query.");
}

int HexValue(char c) {
  if (absl::ascii_isdigit(c)) return c - '0';
  return absl::ascii_tolower(c) - 'a' + 10;
}

// In a query a plus is a blank, as forms write it.
std::optional<std::string> Decode(absl::string_view text, bool is_query) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size() || !absl::ascii_isxdigit(text[i + 1]) ||
          !absl::ascii_isxdigit(text[i + 2])) {
        return std::nullopt;
      }
      c = static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2]));
      i += 2;
    } else if (c == '+' && is_query) {
      c = ' ';
    }
    if (absl::ascii_iscntrl(c)) return std::nullopt;
    decoded.push_back(c);
  }
  return decoded;
}

absl::Status ReadPath(absl::string_view path, Target& target) {
  if (path.empty() || path.front() != '/') return BadTarget();
  if (path == "/") return absl::OkStatus();
  for (const absl::string_view part : absl::StrSplit(path.substr(1), '/')) {
    std::optional<std::string> decoded = Decode(part, false);
    if (!decoded || decoded->empty()) return BadTarget();
    target.path.push_back(*std::move(decoded));
  }
  return absl::OkStatus();
}

absl::Status ReadQuery(absl::string_view query, Target& target) {
  for (const absl::string_view field : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(field, absl::MaxSplits('=', 1));
    const std::optional<std::string> name = Decode(parts.first, true);
    std::optional<std::string> value = Decode(parts.second, true);
    if (!name || !value) return BadTarget();
    if (!target.query.emplace(*name, *std::move(value)).second) {
      return absl::InvalidArgumentError(absl::StrCat("The query names ", Quoted(*name), " twice."));
    }
  }
  return absl::OkStatus();
}

}  // namespace

const std::string& Target::Query(const std::string& name) const {
  static const std::string* const nothing = new std::string;
  const auto found = query.find(name);
  return found == query.end() ? *nothing : found->second;
}

absl::Status Target::AllowQuery(const std::vector<absl::string_view>& names) const {
  for (const auto& [name, value] : query) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("The query's field ", Quoted(name), " is not known here."));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Target> ParseTarget(absl::string_view text) {
  const size_t mark = text.find('?');
  Target target;
  COLLIE_RETURN_IF_ERROR(ReadPath(text.substr(0, mark), target));
  if (mark != absl::string_view::npos) {
    COLLIE_RETURN_IF_ERROR(ReadQuery(text.substr(mark + 1), target));
  }
  return target;
}

}  // namespace collie::relay
