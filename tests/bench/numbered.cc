#include "tests/bench/numbered.h"

#include <cstring>

#include "tests/bench/bytes.h"

namespace collie::bench {

grpc::ByteBuffer ToBuffer(const Numbered& message) {
  std::string text(sizeof message.number, '\0');
  std::memcpy(text.data(), &message.number, sizeof message.number);
  text += message.bytes;
  return ToBuffer(text);
}

std::optional<Numbered> ParseNumbered(const grpc::ByteBuffer& buffer) {
  const std::string text = ToString(buffer);
  Numbered message;
  if (text.size() < sizeof message.number) return std::nullopt;
  std::memcpy(&message.number, text.data(), sizeof message.number);
  message.bytes = text.substr(sizeof message.number);
  return message;
}

}  // namespace collie::bench
