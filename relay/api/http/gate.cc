#include "relay/api/http/gate.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "relay/api/http/error_reply.h"

namespace collie::relay {
namespace {

constexpr size_t kLongestToken = 512;

bool IsTokenChar(char c) {
  return absl::ascii_isalnum(c) || absl::StrContains("-._~+/=", absl::string_view(&c, 1));
}

std::string IfToken(absl::string_view text) {
  const bool is_token =
      text.size() <= kLongestToken && std::all_of(text.begin(), text.end(), IsTokenChar);
  return is_token ? std::string(text) : "";
}

std::string BearerOf(const std::string& header) {
  constexpr absl::string_view kScheme = "bearer ";
  if (!absl::StartsWithIgnoreCase(header, kScheme)) return "";
  return IfToken(absl::StripAsciiWhitespace(absl::string_view(header).substr(kScheme.size())));
}

std::string CookieOf(const http_server::Request& request) {
  for (const auto& [name, value] : request.headers) {
    if (name != "cookie") continue;
    for (absl::string_view pair : absl::StrSplit(value, ';')) {
      const std::vector<absl::string_view> parts =
          absl::StrSplit(absl::StripAsciiWhitespace(pair), absl::MaxSplits('=', 1));
      if (parts.size() == 2 && parts[0] == kPageCookie) return IfToken(parts[1]);
    }
  }
  return "";
}

}  // namespace

std::string PageToken(const std::string& cookie, const std::string& secret) {
  return absl::StrCat(cookie, ".", secret);
}

std::string TokenOf(const http_server::Request& request) {
  if (const std::string* header = request.Header("authorization")) return BearerOf(*header);
  const std::string* secret = request.Header(kPageHeader);
  if (secret == nullptr || secret->empty()) return "";
  const std::string cookie = CookieOf(request);
  return cookie.empty() ? "" : IfToken(PageToken(cookie, *secret));
}

http_server::Reply Unauthorized() {
  http_server::Reply reply = ErrorReply(
      401, "unauthorized",
      "Show a device's token with Authorization: Bearer; `collie devices pair` makes one.");
  reply.headers.emplace_back("WWW-Authenticate", "Bearer");
  return reply;
}

}  // namespace collie::relay
