#include "relay/http/door_reply.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "relay/http/json_view.h"

namespace collie::relay {
namespace {

absl::string_view StatusText(int status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 408:
      return "Request Timeout";
    case 413:
      return "Payload Too Large";
    case 414:
      return "URI Too Long";
    case 417:
      return "Expectation Failed";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Refused";
  }
}

}  // namespace

DoorReply ErrorReply(int status, absl::string_view code, absl::string_view message) {
  DoorReply reply;
  reply.status = status;
  reply.body = Dump(Json{{"code", std::string(code)}, {"message", std::string(message)}});
  return reply;
}

DoorReply OverloadedReply() {
  DoorReply reply = ErrorReply(503, "overloaded",
                               "The relay is overloaded; nothing was done, try again "
                               "in a moment.");
  reply.headers.emplace_back("Retry-After", "1");
  return reply;
}

const std::vector<std::pair<std::string, std::string>>& SecurityHeaders() {
  static const auto* const headers = new std::vector<std::pair<std::string, std::string>>{
      {"X-Content-Type-Options", "nosniff"},
      {"Cache-Control", "no-store"},
      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  return *headers;
}

std::string ClosingReplyBytes(const DoorReply& reply) {
  std::string bytes =
      absl::StrCat("HTTP/1.1 ", reply.status, " ", StatusText(reply.status),
                   "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ",
                   reply.body.size(), "\r\n");
  for (const auto& [name, value] : SecurityHeaders())
    absl::StrAppend(&bytes, name, ": ", value, "\r\n");
  for (const auto& [name, value] : reply.headers)
    absl::StrAppend(&bytes, name, ": ", value, "\r\n");
  absl::StrAppend(&bytes, "\r\n", reply.body);
  return bytes;
}

}  // namespace collie::relay
