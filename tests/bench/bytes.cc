#include "tests/bench/bytes.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>
#include <vector>

namespace collie::bench {
namespace {

std::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// The text of a buffer: a view of its only slice, or of `copy`.
std::string_view TextOf(const grpc::ByteBuffer& buffer, grpc::Slice& slice, std::string& copy) {
  if (buffer.TrySingleSlice(&slice).ok()) return View(slice);
  copy = ToString(buffer);
  return copy;
}

}  // namespace

grpc::ByteBuffer ToBuffer(std::string_view bytes) {
  const grpc::Slice slice(bytes.data(), bytes.size());
  return grpc::ByteBuffer(&slice, 1);
}

grpc::ByteBuffer ToBuffer(const google::protobuf::MessageLite& message) {
  return ToBuffer(message.SerializeAsString());
}

std::string ToString(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string text;
  if (!buffer.Dump(&slices).ok()) return text;
  for (const grpc::Slice& slice : slices) text.append(View(slice));
  return text;
}

bool Parse(const grpc::ByteBuffer& buffer, google::protobuf::MessageLite& message) {
  grpc::Slice slice;
  std::string copy;
  const std::string_view text = TextOf(buffer, slice, copy);
  return message.ParseFromArray(text.data(), static_cast<int>(text.size()));
}

bool Contains(const grpc::ByteBuffer& buffer, std::string_view text) {
  grpc::Slice slice;
  std::string copy;
  return TextOf(buffer, slice, copy).find(text) != std::string_view::npos;
}

int FirstField(std::string_view message) {
  using google::protobuf::internal::WireFormatLite;
  google::protobuf::io::CodedInputStream input(reinterpret_cast<const uint8_t*>(message.data()),
                                               static_cast<int>(message.size()));
  while (const uint32_t tag = input.ReadTag()) {
    if (WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      return WireFormatLite::GetTagFieldNumber(tag);
    }
    if (!WireFormatLite::SkipField(&input, tag)) return 0;
  }
  return 0;
}

int FirstField(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  std::string copy;
  return FirstField(TextOf(buffer, slice, copy));
}

}  // namespace collie::bench
