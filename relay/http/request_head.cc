#include "relay/http/request_head.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace collie::relay {
namespace {

constexpr std::array<absl::string_view, 9> kMethods = {
    "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"};
// Two of one of these, and two readers may read different requests.
constexpr std::array<absl::string_view, 6> kOnlyOnce = {
    "host", "content-length", "transfer-encoding", "authorization", "origin", "content-type"};
constexpr size_t kMostLengthDigits = 12;

using Refusal = std::optional<DoorReply>;

DoorReply Malformed(absl::string_view message) { return ErrorReply(400, "bad-request", message); }

bool IsTokenChar(char c) {
  return absl::ascii_isalnum(c) || absl::StrContains("!#$%&'*+-.^_`|~", absl::string_view(&c, 1));
}
bool IsToken(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsTokenChar);
}
// Visible characters, blanks and bytes above ASCII.
bool IsValue(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\t' || !absl::ascii_iscntrl(c); });
}
bool IsTarget(absl::string_view text) {
  return absl::StartsWith(text, "/") && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isgraph(c) && c != '#';
         });
}

Refusal ReadRequestLine(absl::string_view line, const HttpLimits& limits, HttpRequest& request) {
  const std::vector<absl::string_view> parts = absl::StrSplit(line, ' ');
  if (parts.size() != 3 || !IsToken(parts[0])) {
    return Malformed("The request line must be a method, a path and HTTP/1.1.");
  }
  if (parts[2] != "HTTP/1.1") {
    return ErrorReply(505, "bad-request", "This API speaks HTTP/1.1 only.");
  }
  if (std::find(kMethods.begin(), kMethods.end(), parts[0]) == kMethods.end()) {
    return ErrorReply(501, "bad-request", "This API has no such method.");
  }
  if (parts[1].size() > limits.target_bytes) {
    return ErrorReply(414, "too-large", "The path and query are too long.");
  }
  if (!IsTarget(parts[1])) return Malformed("The path must begin with / and hold no raw blanks.");
  request.method = std::string(parts[0]);
  request.target = std::string(parts[1]);
  return std::nullopt;
}

Refusal ReadHeader(absl::string_view line, HttpRequest& request) {
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos || !IsToken(line.substr(0, colon))) {
    return Malformed("A header line must be a name, a colon and a value, on one line.");
  }
  std::string name = absl::AsciiStrToLower(line.substr(0, colon));
  const absl::string_view value = absl::StripAsciiWhitespace(line.substr(colon + 1));
  if (!IsValue(value)) return Malformed("A header holds a control character.");
  const bool only_once = std::find(kOnlyOnce.begin(), kOnlyOnce.end(), name) != kOnlyOnce.end();
  if (only_once && request.Header(name) != nullptr) {
    return Malformed(absl::StrCat("The header ", name, " may come only once."));
  }
  request.headers.emplace_back(std::move(name), std::string(value));
  return std::nullopt;
}

Refusal ReadLength(const HttpLimits& limits, RequestHead& head) {
  const std::string* length = head.request.Header("content-length");
  if (length == nullptr) return std::nullopt;
  const bool is_number =
      !length->empty() && std::all_of(length->begin(), length->end(), absl::ascii_isdigit);
  if (!is_number || length->size() > kMostLengthDigits ||
      !absl::SimpleAtoi(*length, &head.body_bytes)) {
    return Malformed("The Content-Length must be a plain number.");
  }
  if (head.body_bytes > limits.body_bytes) {
    return ErrorReply(413, "too-large",
                      absl::StrCat("A body may have at most ", limits.body_bytes, " bytes."));
  }
  return std::nullopt;
}

// What decides where the request ends and whether another may follow.
Refusal ReadFraming(const HttpLimits& limits, RequestHead& head) {
  if (head.request.Header("transfer-encoding") != nullptr) {
    return Malformed("Send the body with a Content-Length; transfer codings are not taken.");
  }
  if (head.request.Header("expect") != nullptr) {
    return ErrorReply(417, "bad-request", "Send the body at once, without Expect.");
  }
  if (head.request.Header("host") == nullptr) return Malformed("The header Host is missing.");
  for (const auto& [name, value] : head.request.headers) {
    if (name == "connection" && absl::StrContains(absl::AsciiStrToLower(value), "close")) {
      head.request.keep_alive = false;
    }
  }
  return ReadLength(limits, head);
}

}  // namespace

HeadEnd FindHeadEnd(absl::string_view bytes, size_t from) {
  for (size_t at = bytes.find('\n', from); at != absl::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    if (at == 0 || bytes[at - 1] != '\r') return {HeadEnd::Found::kBroken, 0};
    if (at == 1 || (at >= 3 && bytes.substr(at - 3, 4) == "\r\n\r\n")) {
      return {HeadEnd::Found::kEnd, at + 1};
    }
  }
  return {};
}

std::variant<RequestHead, DoorReply> ParseRequestHead(absl::string_view bytes,
                                                      const HttpLimits& limits) {
  if (!absl::ConsumeSuffix(&bytes, "\r\n\r\n")) {
    return Malformed("The request must begin with a request line.");
  }
  const std::vector<absl::string_view> lines = absl::StrSplit(bytes, "\r\n");
  RequestHead head;
  if (Refusal refusal = ReadRequestLine(lines[0], limits, head.request)) return *refusal;
  for (size_t i = 1; i < lines.size(); ++i) {
    if (Refusal refusal = ReadHeader(lines[i], head.request)) return *refusal;
  }
  if (Refusal refusal = ReadFraming(limits, head)) return *refusal;
  return head;
}

}  // namespace collie::relay
