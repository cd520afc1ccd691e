#include "relay/api/grpc/frame_writer.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <array>
#include <utility>

namespace collie::relay {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedOutputStream;

constexpr size_t kLongestVarint = 10;

uint32_t Tag(int field, WireFormatLite::WireType type) {
  return WireFormatLite::MakeTag(field, type);
}

// Keeps the bytes as long as gRPC has the slice.
grpc::Slice Referring(const SharedBytes& bytes) {
  auto* keeper = new SharedBytes(bytes);
  return {const_cast<char*>(bytes->data()), bytes->size(),
          [](void* kept) { delete static_cast<SharedBytes*>(kept); }, keeper};
}

}  // namespace

void FrameWriter::Raw(uint64_t value) {
  std::array<uint8_t, kLongestVarint> bytes;
  const uint8_t* end = CodedOutputStream::WriteVarint64ToArray(value, bytes.data());
  open_.append(reinterpret_cast<const char*>(bytes.data()),
               static_cast<size_t>(end - bytes.data()));
}

void FrameWriter::Varint(int field, uint64_t value) {
  Raw(Tag(field, WireFormatLite::WIRETYPE_VARINT));
  Raw(value);
}

void FrameWriter::Head(int field, size_t bytes) {
  Raw(Tag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
  Raw(bytes);
}

void FrameWriter::Bytes(int field, std::string_view value) {
  Head(field, value.size());
  open_.append(value);
}

void FrameWriter::Shared(int field, const SharedBytes& value) {
  Head(field, value->size());
  SharedFields(value);
}

void FrameWriter::SharedFields(const SharedBytes& fields) {
  if (fields->size() < kCopied) {
    open_.append(*fields);
    return;
  }
  Cut();
  slices_.push_back(Referring(fields));
}

size_t FrameWriter::SizeOf(int field, size_t bytes) {
  return CodedOutputStream::VarintSize32(Tag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED)) +
         CodedOutputStream::VarintSize64(bytes) + bytes;
}

size_t FrameWriter::SizeOfVarint(int field, uint64_t value) {
  return CodedOutputStream::VarintSize32(Tag(field, WireFormatLite::WIRETYPE_VARINT)) +
         CodedOutputStream::VarintSize64(value);
}

void FrameWriter::Cut() {
  if (open_.empty()) return;
  slices_.push_back(Referring(std::make_shared<const std::string>(std::exchange(open_, {}))));
}

grpc::ByteBuffer FrameWriter::Finish() {
  Cut();
  return {slices_.data(), slices_.size()};
}

}  // namespace collie::relay
