#include "crew/http_server/reply_bytes.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collie::http_server {
namespace {

void AppendHeader(std::string& bytes, const std::string& name, const std::string& value) {
  absl::StrAppend(&bytes, name, ": ");
  for (const char c : value) bytes.push_back(absl::ascii_iscntrl(c) ? ' ' : c);
  bytes.append("\r\n");
}

bool Sets(const Reply& reply, const std::string& name) {
  for (const auto& [own, value] : reply.headers) {
    if (absl::EqualsIgnoreCase(own, name)) return true;
  }
  return false;
}

bool HasLength(int status) { return status != 204 && status != 304; }

}  // namespace

std::string HeadBytes(const Reply& reply, const Headers& common, BodyEnd end, bool keeps_alive) {
  std::string bytes =
      absl::StrCat("HTTP/1.1 ", reply.status, " ", std::string(StatusText(reply.status)), "\r\n");
  for (const auto& [name, value] : common) {
    if (!Sets(reply, name)) AppendHeader(bytes, name, value);
  }
  for (const auto& [name, value] : reply.headers) AppendHeader(bytes, name, value);
  if (!reply.content_type.empty()) AppendHeader(bytes, "Content-Type", reply.content_type);
  if (end == BodyEnd::kChunks) AppendHeader(bytes, "Transfer-Encoding", "chunked");
  if (end == BodyEnd::kLength && HasLength(reply.status)) {
    AppendHeader(bytes, "Content-Length", absl::StrCat(reply.body.size()));
  }
  AppendHeader(bytes, "Connection", keeps_alive ? "keep-alive" : "close");
  bytes.append("\r\n");
  return bytes;
}

std::string ChunkStart(size_t bytes) { return absl::StrCat(absl::Hex(bytes), "\r\n"); }

}  // namespace collie::http_server
