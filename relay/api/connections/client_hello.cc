#include "relay/api/connections/client_hello.h"

#include <cstdint>
#include <optional>

namespace collie::relay {
namespace {

constexpr size_t kRecordHeader = 5;
constexpr uint8_t kHandshake = 22;
constexpr uint8_t kClientHello = 1;
constexpr uint16_t kServerName = 0;  // the extension, and the kind of a name that is a host's
constexpr size_t kVersionAndRandom = 2 + 32;

// Reads numbers and vectors from the front; nothing once one did not fit.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool is_empty() const { return bytes_.empty(); }

  size_t Number(size_t length) {
    const std::string_view digits = Take(length);
    size_t number = 0;
    for (const char digit : digits) number = number << 8 | static_cast<uint8_t>(digit);
    return number;
  }
  std::string_view Take(size_t length) {
    if (length > bytes_.size()) {
      bytes_ = {};
      return {};
    }
    const std::string_view taken = bytes_.substr(0, length);
    bytes_.remove_prefix(length);
    return taken;
  }
  // A vector whose length stands before it in `length` bytes.
  std::string_view Vector(size_t length) { return Take(Number(length)); }

 private:
  std::string_view bytes_;
};

std::string HostOf(std::string_view extension) {
  Reader names(Reader(extension).Vector(2));
  while (!names.is_empty()) {
    const bool is_host = names.Number(1) == kServerName;
    const std::string_view name = names.Vector(2);
    if (is_host) return std::string(name);
  }
  return "";
}

std::string ServerName(std::string_view record) {
  Reader handshake(record);
  if (handshake.Number(1) != kClientHello) return "";
  Reader hello(handshake.Vector(3));
  hello.Take(kVersionAndRandom);
  hello.Vector(1);  // session id
  hello.Vector(2);  // cipher suites
  hello.Vector(1);  // compression
  Reader extensions(hello.Vector(2));
  while (!extensions.is_empty()) {
    const size_t type = extensions.Number(2);
    const std::string_view extension = extensions.Vector(2);
    if (type == kServerName && !extension.empty()) return HostOf(extension);
  }
  return "";
}

}  // namespace

ClientHello ReadClientHello(std::string_view bytes) {
  ClientHello hello;
  Reader header(bytes);
  const bool is_handshake = header.Number(1) == kHandshake || bytes.empty();
  const bool is_tls = header.Number(1) == 3 || bytes.size() < 2;
  if (!is_handshake || !is_tls) return hello;
  hello.state = ClientHello::State::kIncomplete;
  hello.needed = kRecordHeader;
  if (bytes.size() < kRecordHeader) return hello;
  header.Number(1);  // the minor version
  hello.needed = kRecordHeader + header.Number(2);
  if (hello.needed == kRecordHeader || hello.needed > kMostHelloBytes) {
    hello.state = ClientHello::State::kNotTls;
  } else if (bytes.size() >= hello.needed) {
    hello.state = ClientHello::State::kComplete;
    hello.server_name = ServerName(bytes.substr(kRecordHeader, hello.needed - kRecordHeader));
  }
  return hello;
}

}  // namespace collie::relay
